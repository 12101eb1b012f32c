//! `custodiet analyze FILE`: what the subproperties of a problem say together, decided for every pair of the scope.

mod compare;
mod engines;
pub(super) mod failure;
mod findings;
mod findings_text;
mod grow;
mod json;
mod matrix;
pub(super) mod speech;
mod text;
mod why;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use decide::analysis::AnalysisStep as Step;
use decide::proof::{WriteError, WrittenProof as Written, check_target, write_proofs};
use decide::{Analysis, DecideSettings as Settings, Session, analyze_with};
use eval::Program;
use generate::cross::{Cross, cross};
use lang::problem::Problem;
use solver::{SolverKind as Kind, SolverLimits as Limits};

use super::problem;
use crate::progress::Progress;
use crate::{exit, interrupt, output, style};
use engines::Engine;
use failure::Stop;
use findings::Findings;
use speech::Speech;

/// Decide which buckets are concretizable, what always holds, and what is wrong with a decomposition
///
/// Every claim is exhaustive within the scope. Exits with 1 if a function can raise, or if the required subproperties
/// together are not the reference predicate.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet analyze problems/toposort.py\n  \
    custodiet analyze problems/toposort.py --scope Vertex=4,edges=3 --grow\n  \
    custodiet analyze problems/toposort.py --proof toposort-proof\n  \
    custodiet analyze problems/toposort.py --why no_new,uniqueness\n  \
    custodiet analyze problems/toposort.py --compare uniqueness same_num_vertices")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// Analyse again at scopes larger by 1 to N in every bound, and say what no longer holds there [default N: 2]
    #[arg(long, value_name = "N", num_args = 0..=1, allow_negative_numbers = true, default_missing_value = "2", value_parser = clap::value_parser!(u8).range(1..=9))]
    grow: Option<u8>,

    /// Say why no pair fails exactly these subproperties; `allprop` for none
    #[arg(long, value_name = "NAMES", conflicts_with_all = ["compare", "grow"])]
    why: Option<String>,

    /// Compare two functions of the file that take parameters of the predicate
    #[arg(long, num_args = 2, value_names = ["F", "G"], conflicts_with = "grow")]
    compare: Option<Vec<String>>,

    /// Write proofs of all implications to this folder, for `custodiet check-proof`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["compare", "why"])]
    proof: Option<PathBuf>,

    /// Who looks for buckets: the solver decides them, random sampling finds some, both are compared
    #[arg(long, value_enum, default_value_t = Engine::Solver, conflicts_with_all = ["compare", "why"])]
    engine: Engine,

    /// With `--engine random` or `both`: how many pairs are drawn [default: 1048576]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    candidates: Option<u64>,

    /// Show every bucket and every implication, however many
    #[arg(long)]
    all: bool,

    /// How long the solver may try each single question, and each function may take to compile; what the solver leaves
    /// open is said to be undecided
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// The solver to ask: `cadical`, or `batsat` for a second opinion [default: cadical]
    #[arg(long, value_parser = PossibleValuesParser::new(["cadical", "batsat"]).try_map(|name| name.parse::<Kind>()))]
    solver: Option<Kind>,

    /// Do not leave out pairs that are renamings of others; slower, with the same answers
    #[arg(long)]
    no_symmetry: bool,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    if number <= 0.0 {
        return Err("the solver needs some time: more than 0 seconds".to_owned());
    }
    Duration::try_from_secs_f64(number).map_err(|_| "not a number of seconds, or too many".to_owned())
}

pub fn run(args: &Args) -> u8 {
    if let Err(message) = args.check() {
        eprintln!("{} {message}", style::bad("error:"));
        return exit::USAGE;
    }
    let problem = match problem::read(&args.file, args.scope.as_deref(), args.json) {
        Ok(problem) => problem,
        Err(code) => return code,
    };
    let program = Program::new(&problem);
    let scope_option = args.scope.as_ref().map_or_else(String::new, |bounds| format!(" --scope {bounds}"));
    let speech = Speech { problem: &problem, program: &program, scope_option: &scope_option };
    let settings = args.settings();
    let answer = match (&args.why, args.compare.as_deref()) {
        (Some(names), _) => why::answer(speech, &settings, names, args.json),
        (None, Some([first, second])) => compare::answer(speech, &settings, [first, second], args.json),
        _ if args.engine == Engine::Random => engines::alone(speech, args.candidates(), args.all, args.json),
        _ => whole(speech, &settings, args),
    };
    match answer {
        Ok((text, code)) => output::print(&text, code),
        Err(stop) => failure::report(&stop, &problem, "analyze", args.json),
    }
}

impl Args {
    /// Options that would say nothing beside others.
    fn check(&self) -> Result<(), String> {
        let of_solver = [
            ("--proof", self.proof.is_some()),
            ("--grow", self.grow.is_some()),
            ("--solver", self.solver.is_some()),
            ("--time-limit", self.time_limit.is_some()),
            ("--no-symmetry", self.no_symmetry),
        ];
        let given = of_solver.iter().find(|(_, given)| *given);
        if let Some((option, _)) = given.filter(|_| self.engine == Engine::Random) {
            let way = "leave it out, or use `--engine solver` or `--engine both`";
            return Err(format!("{option}: `--engine random` asks no solver; {way}"));
        }
        if self.candidates.is_some() && self.engine == Engine::Solver {
            let way = "leave it out, or use `--engine random` or `--engine both`";
            return Err(format!("--candidates: the solver draws no pairs; {way}"));
        }
        Ok(())
    }

    fn candidates(&self) -> u64 {
        self.candidates.unwrap_or(engines::CANDIDATES)
    }

    fn settings(&self) -> Settings {
        let limits = Limits { time: self.time_limit, ..Limits::default() };
        Settings { solver: self.solver.unwrap_or_default(), symmetry: !self.no_symmetry, limits, ..Settings::default() }
    }
}

/// An analysis and all that is told of it.
#[derive(Debug)]
struct Report<'a> {
    speech: Speech<'a>,
    analysis: Analysis,
    findings: Findings,
    growth: Option<grow::Growth>,
    /// What sampling found, if it was asked for.
    cross: Option<Cross>,
    /// What became of the proofs, if they were asked for.
    proof: Option<Result<Written, WriteError>>,
    elapsed: Duration,
}

impl Report<'_> {
    /// Nothing was left open.
    fn is_decided(&self) -> bool {
        let Analysis { open, complete, may_raise, order_undecided, .. } = &self.analysis;
        !open
            && may_raise.is_empty()
            && order_undecided.is_empty()
            && (complete.is_some() || !self.speech.has_reference())
    }

    fn is_fine(&self) -> bool {
        let nothing = !self.analysis.open && self.analysis.concretizable.is_empty();
        self.analysis.raises.is_empty() && self.analysis.complete != Some(false) && !nothing
    }
}

/// The text, or JSON, and the exit code.
type Answer = Result<(String, u8), Stop>;

fn whole(speech: Speech<'_>, settings: &Settings, args: &Args) -> Answer {
    if let Some(dir) = &args.proof {
        interrupt::clean_up();
        // Before the work, which may be long.
        check_target(dir).map_err(Stop::NoProof)?;
    }
    let candidates = (args.engine == Engine::Both).then(|| args.candidates());
    let mut report = decide(speech, settings, args.proof.as_deref(), candidates)?;
    if let Some(most) = args.grow {
        let started = Instant::now();
        report.growth = Some(grow::grow(speech, settings, &report, usize::from(most))?);
        report.elapsed += started.elapsed();
    }
    let code = match &report.proof {
        // The analysis is shown all the same.
        Some(Err(error)) => failure::no_proof(error),
        _ if report.is_fine() && report.is_decided() => exit::FINE,
        _ => exit::NO,
    };
    let text = if args.json {
        format!("{:#}\n", json::report(&report))
    } else {
        text::report(&report, style::width(), args.all)
    };
    Ok((text, code))
}

fn decide<'a>(
    speech: Speech<'a>,
    settings: &Settings,
    proof: Option<&Path>,
    candidates: Option<u64>,
) -> Result<Report<'a>, Stop> {
    let started = Instant::now();
    let progress = Progress::new();
    progress.say("compiling …");
    let mut session = Session::new(speech.problem, &speech.problem.scope, settings)?;
    let analysis = analyze_with(&mut session, &mut |step| progress.say(&step_in_words(step)))?;
    progress.say("looking for small pairs …");
    let findings = Findings::of(&mut session, &analysis)?;
    let mut compared = None;
    if let Some(candidates) = candidates {
        progress.say("comparing the engines …");
        compared = Some(cross(&session, &analysis, candidates, settings.seed)?);
    }
    let proof = proof.map(|dir| {
        progress.say("writing proofs …");
        write_proofs(&session, &analysis, dir)
    });
    Ok(Report { speech, analysis, findings, growth: None, cross: compared, proof, elapsed: started.elapsed() })
}

fn step_in_words(step: Step) -> String {
    match step {
        Step::Buckets(found) => format!("buckets: {found} found so far …"),
        Step::Implications => "implications …".to_owned(),
        Step::Exceptions => "exceptions …".to_owned(),
        Step::Completeness => "comparing with the reference predicate …".to_owned(),
    }
}

/// For `custodiet demo`: the analysis of a problem as people see it.
pub fn shown(problem: &Problem, width: usize) -> Result<String, String> {
    let program = Program::new(problem);
    let speech = Speech { problem, program: &program, scope_option: "" };
    let report = decide(speech, &Settings::default(), None, None).map_err(|stop| stop.to_string())?;
    Ok(text::body(&report, width, false))
}
