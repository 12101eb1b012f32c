//! `--compare`: two functions of a file side by side.

use decide::compare::{FunctionComparison, SearchResult, compare};
use decide::{DecideSettings, PairFunction};
use lang::problem::{Problem, display_name};
use lang::suggest::{did_you_mean, listed};
use pairs::names::same;
use serde_json::{Value as Json, json};

use super::describe::Describer;
use crate::commands::compiling;
use crate::commands::explain::layout::{Names, hanging, labelled};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::style::{bad, doubtful, strong};
use crate::{exit, output, style};

/// How two functions relate on the pairs on which neither raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Implies,
    Implied,
    /// Exactly one of them holds of each pair.
    Opposite,
    /// They never hold together.
    Disjoint,
    Overlap,
    Undecided,
}

pub fn run(describe: Describer<'_>, settings: &DecideSettings, names: [&str; 2], as_json: bool) -> Result<u8> {
    let usage = |message: &dyn std::fmt::Display| Error::usage(format!("--compare: {message}"));
    let names = names.map(|name| function_name(describe.problem, name));
    let find = |name: &str| {
        PairFunction::find(describe.problem, name)
            .map_err(|error| usage(&error).with_help(suggestion(describe.problem, name)))
    };
    let (first, second) = (find(&names[0])?, find(&names[1])?);
    if names[0] == names[1] {
        let message = format!("{} is given twice", shown(describe.problem, &names[0]));
        return Err(usage(&message).with_help("give two different functions"));
    }
    let progress = Progress::until(settings.limits.deadline);
    progress.say("compiling and solving …");
    let watch = compiling::watch(&progress, "", describe.problem, &describe.problem.scope);
    let settings = &DecideSettings { watch, ..settings.clone() };
    let found = compare(describe.problem, &describe.problem.scope, settings, &first, &second)?;
    progress.clear();
    let text = if as_json {
        format!("{:#}\n", as_json_object(describe, &names, &found))
    } else {
        text(describe, &names, &found)
    };
    let raises = matches!(found.raises, SearchResult::Pair(_));
    output::show(&text, if raises { exit::NO } else { exit::FINE })
}

/// The function that was probably meant, or all that can be compared.
fn suggestion(problem: &Problem, name: &str) -> String {
    let fits = |name: &&str| PairFunction::find(problem, name).is_ok();
    let known: Vec<&str> = problem.module.functions.iter().map(|function| &*function.name.name).filter(fits).collect();
    did_you_mean(name, known.iter().copied()).unwrap_or_else(|| format!("the functions are {}", listed(&known)))
}

/// The Python name of a function that may be given as it is displayed.
fn function_name(problem: &Problem, name: &str) -> String {
    let mut properties = problem.preconditions.iter().chain(&problem.subproperties);
    let known = properties.find(|property| same(&property.name, name));
    known.map_or_else(|| name.to_owned(), |property| property.name.to_string())
}

fn relation(found: &FunctionComparison) -> Relation {
    match [&found.only_first, &found.only_second, &found.both, &found.neither] {
        [SearchResult::None, SearchResult::None, ..] => Relation::Equal,
        [SearchResult::None, SearchResult::Pair(_), ..] => Relation::Implies,
        [SearchResult::Pair(_), SearchResult::None, ..] => Relation::Implied,
        [SearchResult::Pair(_), SearchResult::Pair(_), SearchResult::None, SearchResult::None] => Relation::Opposite,
        [SearchResult::Pair(_), SearchResult::Pair(_), SearchResult::None, SearchResult::Pair(_)] => Relation::Disjoint,
        [SearchResult::Pair(_), SearchResult::Pair(_), SearchResult::Pair(_), _] => Relation::Overlap,
        _ => Relation::Undecided,
    }
}

fn text(describe: Describer<'_>, names: &[String; 2], found: &FunctionComparison) -> String {
    let width = style::width();
    let [f, g] = [0, 1].map(|index: usize| shown(describe.problem, &names[index]));
    let (strong_f, strong_g) = (strong(&f), strong(&g));
    let title = match relation(found) {
        Relation::Equal => format!("{strong_f} and {strong_g} are equal"),
        Relation::Implies => format!("{strong_f} implies {strong_g}"),
        Relation::Implied => format!("{strong_g} implies {strong_f}"),
        Relation::Opposite => format!("{strong_f} and {strong_g} are opposites: exactly one of them holds"),
        Relation::Disjoint => format!("{strong_f} and {strong_g} are disjoint: they never hold together"),
        Relation::Overlap => format!("{strong_f} and {strong_g} overlap: neither implies the other"),
        Relation::Undecided => doubtful(&format!("undecided how {f} and {g} compare, since the solver gave up")),
    };
    let mut text = hanging("", &format!("{title} within this scope"), width);
    text.push_str(&hanging("  ", &format!("scope: {}", describe.scope(&describe.problem.scope)), width));
    let held = &describe.problem.preconditions[..found.preconditions];
    if !held.is_empty() {
        let held: Vec<String> = held.iter().map(|property| shown(describe.problem, &property.name)).collect();
        text.push_str(&hanging("  ", &format!("where {}", Names(held).with_verb("holds", "hold")), width));
    }
    text.push('\n');
    let pair = |found: &SearchResult| match found {
        SearchResult::Pair(pair) => describe.call(pair),
        SearchResult::None => "no pair".to_owned(),
        SearchResult::Undecided => doubtful("undecided: the solver gave up"),
    };
    let (only_f, only_g) = (format!("only {f} holds"), format!("only {g} holds"));
    let rows = [
        ("both hold", pair(&found.both)),
        (&*only_f, pair(&found.only_first)),
        (&*only_g, pair(&found.only_second)),
        ("neither holds", pair(&found.neither)),
    ];
    text.push_str(&labelled(&rows, width));
    match &found.raises {
        SearchResult::None => {}
        SearchResult::Pair(pair) => {
            let line = format!("pairs on which one of them raises are ignored, for example {}", describe.call(pair));
            text.push('\n');
            text.push_str(&hanging("", &bad(&line), width));
        }
        SearchResult::Undecided => text.push_str("\nundecided: whether one of them raises; the solver gave up\n"),
    }
    if !found.order_undecided.is_empty() {
        text.push('\n');
        text.push_str(&hanging("", &doubtful(&describe.order_undecided(&found.order_undecided)), width));
    }
    text
}

/// A subproperty by its display name, another function by its Python name.
fn shown(problem: &Problem, name: &str) -> String {
    let mut properties = problem.preconditions.iter().chain(&problem.subproperties);
    let known = properties.find(|property| &*property.name == name);
    known.map_or_else(|| format!("`{name}`"), |property| display_name(name, property.kind))
}

fn as_json_object(describe: Describer<'_>, names: &[String; 2], found: &FunctionComparison) -> Json {
    let relation = match relation(found) {
        Relation::Equal => Some("equal"),
        Relation::Implies => Some("implies"),
        Relation::Implied => Some("implied"),
        Relation::Opposite => Some("opposite"),
        Relation::Disjoint => Some("disjoint"),
        Relation::Overlap => Some("overlap"),
        Relation::Undecided => None,
    };
    let cases = [
        ("both", &found.both),
        ("only_first", &found.only_first),
        ("only_second", &found.only_second),
        ("neither", &found.neither),
        ("raises", &found.raises),
    ];
    let undecided: Vec<&str> =
        cases.iter().filter(|(_, found)| **found == SearchResult::Undecided).map(|(case, _)| *case).collect();
    let mut object = json!({
        "problem": describe.problem.name,
        "scope": describe.problem.scope.to_json(),
        "functions": names,
        "relation": relation,
    });
    for (case, found) in cases {
        object[case] = match found {
            SearchResult::Pair(pair) => describe.pair(pair),
            SearchResult::None | SearchResult::Undecided => Json::Null,
        };
    }
    object["undecided"] = json!(undecided);
    object["order_undecided"] = json!(describe.functions(&found.order_undecided));
    object
}
