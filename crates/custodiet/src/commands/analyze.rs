//! `custodiet analyze FILE`: which subproperties can fail together and what follows, decided for every pair of the scope.

mod compare;
pub mod describe;
mod engines;
pub mod failure;
mod findings;
mod findings_text;
mod grow;
mod json;
mod matrix;
mod text;
mod why;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use circuit::Deadline;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use decide::analysis::AnalysisStep;
use decide::proof::{WriteError, WrittenProof, check_target, write_proofs};
use decide::{Analysis, DecideSettings, Session, analyze_with};
use eval::Program;
use generate::cross::{Cross, cross};
use lang::problem::Problem;
use solver::{SolverKind, SolverLimits};

use super::seconds::time_limit;
use super::{compiling, problem};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::{exit, interrupt, output, style};
use describe::Describer;
use engines::EngineChoice;
use findings::Findings;

/// Analyze a decomposition: concretizable buckets, implications and mistakes
///
/// Every claim is exhaustive within the scope. Exits with 1 if a function can raise, or if the required subproperties
/// together differ from the reference predicate.
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

    /// Analyze again at scopes larger by 1 to N in every bound, and report what no longer holds [default N: 2]
    #[arg(long, value_name = "N", num_args = 0..=1, allow_negative_numbers = true, default_missing_value = "2", value_parser = clap::value_parser!(u8).range(1..=9))]
    grow: Option<u8>,

    /// Explain why no pair fails exactly these subproperties; `allprop` for none
    #[arg(long, value_name = "NAMES", conflicts_with_all = ["compare", "grow"])]
    why: Option<String>,

    /// Compare two functions of the file, both taking parameters of the predicate
    #[arg(long, num_args = 2, value_names = ["F", "G"], conflicts_with = "grow")]
    compare: Option<Vec<String>>,

    /// Write proofs of all implications to this folder, for `custodiet check-proof`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["compare", "why"])]
    proof: Option<PathBuf>,

    /// How to look for buckets
    #[arg(long, value_enum, default_value_t = EngineChoice::Solver, conflicts_with_all = ["compare", "why"])]
    engine: EngineChoice,

    /// With `--engine random` or `both`: how many pairs to draw [default: 1048576]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    candidates: Option<u64>,

    /// Show all buckets and implications, however many there are
    #[arg(long)]
    all: bool,

    /// Time limit for the whole command; what was not decided by then is reported as undecided
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = time_limit)]
    time_limit: Option<Duration>,

    /// The SAT solver: `cadical`, or `batsat` for a second opinion [default: cadical]
    #[arg(long, value_parser = PossibleValuesParser::new(["cadical", "batsat"]).try_map(|name| name.parse::<SolverKind>()))]
    solver: Option<SolverKind>,

    /// Keep pairs that are renamings of others; slower, with the same answers
    #[arg(long)]
    no_symmetry: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    args.check()?;
    let problem = problem::read(&args.file, args.scope.as_deref(), args.json)?;
    let program = Program::new(&problem);
    let scope_option = args.scope.as_ref().map_or_else(String::new, |bounds| format!(" --scope {bounds}"));
    let describe = Describer { problem: &problem, program: &program, scope_option: &scope_option };
    let settings = args.settings();
    let shown = match (&args.why, args.compare.as_deref()) {
        (Some(names), _) => why::run(describe, &settings, names, args.json),
        (None, Some([first, second])) => compare::run(describe, &settings, [first, second], args.json),
        _ if args.engine == EngineChoice::Random => {
            engines::alone(describe, args.candidates(), settings.limits.deadline, args.all, args.json)
        }
        _ => whole(describe, &settings, args),
    };
    shown.map_err(|error| failure::in_file(error, &problem, "analyze", args.json))
}

impl Args {
    /// Rejects options that have no effect beside others.
    fn check(&self) -> Result<()> {
        let of_solver = [
            ("--proof", self.proof.is_some()),
            ("--grow", self.grow.is_some()),
            ("--solver", self.solver.is_some()),
            ("--no-symmetry", self.no_symmetry),
        ];
        let given = of_solver.iter().find(|(_, given)| *given);
        if let Some((option, _)) = given.filter(|_| self.engine == EngineChoice::Random) {
            let message = format!("{option} has no effect with `--engine random`, which does not use the solver");
            return Err(Error::usage(message).with_help("leave it out, or use `--engine solver` or `--engine both`"));
        }
        if self.candidates.is_some() && self.engine == EngineChoice::Solver {
            let message = "--candidates has no effect with `--engine solver`, which draws no pairs";
            return Err(Error::usage(message).with_help("leave it out, or use `--engine random` or `--engine both`"));
        }
        Ok(())
    }

    fn candidates(&self) -> u64 {
        self.candidates.unwrap_or(engines::CANDIDATES)
    }

    fn settings(&self) -> DecideSettings {
        let limits = SolverLimits { deadline: Deadline::after_some(self.time_limit), ..SolverLimits::default() };
        DecideSettings {
            solver: self.solver.unwrap_or_default(),
            symmetry: !self.no_symmetry,
            limits,
            ..DecideSettings::default()
        }
    }
}

/// An analysis and everything that is reported about it.
#[derive(Debug)]
struct AnalysisReport<'a> {
    describe: Describer<'a>,
    analysis: Analysis,
    findings: Findings,
    growth: Option<grow::Growth>,
    /// What sampling found, if `--engine both` was given.
    cross: Option<Cross>,
    /// What became of the proofs, if `--proof` was given.
    proof: Option<std::result::Result<WrittenProof, WriteError>>,
    elapsed: Duration,
}

impl AnalysisReport<'_> {
    /// Nothing is undecided.
    fn is_decided(&self) -> bool {
        let Analysis { open, complete, may_raise, order_undecided, .. } = &self.analysis;
        !open
            && may_raise.is_empty()
            && order_undecided.is_empty()
            && (complete.is_some() || !self.describe.has_reference())
    }

    fn is_fine(&self) -> bool {
        let no_pair = !self.analysis.open && self.analysis.concretizable.is_empty();
        self.analysis.raises.is_empty() && self.analysis.complete != Some(false) && !no_pair
    }
}

fn whole(describe: Describer<'_>, settings: &DecideSettings, args: &Args) -> Result<u8> {
    if let Some(dir) = &args.proof {
        interrupt::remove_proof_drafts();
        // Now, since the analysis may take long.
        check_target(dir)?;
    }
    let candidates = (args.engine == EngineChoice::Both).then(|| args.candidates());
    let mut report = decide(describe, settings, args.proof.as_deref(), candidates)?;
    if let Some(most) = args.grow {
        let started = Instant::now();
        report.growth = Some(grow::grow(describe, settings, &report, usize::from(most))?);
        report.elapsed += started.elapsed();
    }
    let text = if args.json {
        format!("{:#}\n", json::report(&report))
    } else {
        text::report(&report, style::width(), args.all)
    };
    let code = if report.is_fine() && report.is_decided() { exit::FINE } else { exit::NO };
    output::show(&text, code)?;
    // The analysis is worth showing even if the proofs could not be written.
    if let Some(Err(error)) = report.proof { Err(error.into()) } else { Ok(code) }
}

fn decide<'a>(
    describe: Describer<'a>,
    settings: &DecideSettings,
    proof: Option<&Path>,
    candidates: Option<u64>,
) -> Result<AnalysisReport<'a>> {
    let started = Instant::now();
    let (problem, scope) = (describe.problem, &describe.problem.scope);
    let progress = Progress::until(settings.limits.deadline);
    progress.say("compiling …");
    let settings = &DecideSettings { watch: compiling::watch(&progress, "", problem, scope), ..settings.clone() };
    let mut session = Session::new(problem, scope, settings)?;
    let analysis = analyze_with(&mut session, &mut |step| progress.say(&step_text(step)))?;
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
    Ok(AnalysisReport {
        describe,
        analysis,
        findings,
        growth: None,
        cross: compared,
        proof,
        elapsed: started.elapsed(),
    })
}

fn step_text(step: AnalysisStep) -> String {
    match step {
        AnalysisStep::Buckets(found) => format!("finding buckets: {found} so far …"),
        AnalysisStep::Implications => "deriving implications …".to_owned(),
        AnalysisStep::Exceptions => "looking for exceptions …".to_owned(),
        AnalysisStep::Completeness => "comparing with the reference predicate …".to_owned(),
    }
}

/// For `custodiet demo`: the analysis of a problem as people see it.
pub fn text(problem: &Problem, width: usize) -> Result<String> {
    let program = Program::new(problem);
    let describe = Describer { problem, program: &program, scope_option: "" };
    let report = decide(describe, &DecideSettings::default(), None, None)?;
    Ok(text::body(&report, width, false))
}
