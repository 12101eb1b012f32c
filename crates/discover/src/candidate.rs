//! A function that may become an error subproperty.

use lang::problem::{Problem, display_name};
use mutants::CheckVersion;

/// Stands for the name of the function in the text of a candidate. No problem file uses it.
pub const NAME: &str = "custodiet_candidate";

/// Where a candidate comes from, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CandidateOrigin {
    /// A mistake with a name of its own, such as "compares lengths only".
    Shape,
    /// A subproperty that sees a part of the data.
    View,
    /// A small expression over the parameters.
    Expression,
    /// The problem file with one line changed.
    Edit,
}

impl CandidateOrigin {
    /// As JSON has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::View => "view",
            Self::Expression => "expression",
            Self::Edit => "edit",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Candidate {
    pub origin: CandidateOrigin,
    /// What the function may be called.
    pub slug: String,
    /// One sentence, for the docstring.
    pub doc: String,
    /// The function, called [`NAME`], without its docstring; what else it needs comes before it.
    template: String,
    /// How much there is to read: parts of an expression. Smaller ones come first.
    pub size: usize,
    /// The subproperty that it is a version of.
    pub of: Option<usize>,
}

impl Candidate {
    pub fn new(origin: CandidateOrigin, size: usize, (slug, doc): (&str, &str), template: String) -> Self {
        Self { origin, slug: slug.to_owned(), doc: doc.to_owned(), template, size, of: None }
    }

    /// A function of these parameters that returns an expression.
    pub fn returning(
        origin: CandidateOrigin,
        size: usize,
        (slug, doc): (&str, &str),
        params: &[&str],
        expression: &str,
    ) -> Self {
        let template = format!("def {NAME}({}):\n    return {expression}\n", params.join(", "));
        Self::new(origin, size, (slug, doc), template)
    }

    /// A version of a subproperty, if it can be written as a function.
    pub fn version(problem: &Problem, version: &CheckVersion) -> Option<Self> {
        let of = version.of?;
        let property = problem.subproperties.get(of)?;
        let template = version.source(problem, NAME)?;
        let shown = display_name(&property.name, property.kind);
        let (origin, doc, slug) = if version.is_edit() {
            let doc = format!("Checks {shown} with a mistake, {}.", version.words.replace('"', "'").replace('\\', "/"));
            (CandidateOrigin::Edit, doc, format!("{}_changed", property.name))
        } else {
            let doc = format!("Checks {shown} {}.", version.words);
            (CandidateOrigin::View, doc, slug(&property.name, &version.words))
        };
        // What is changed in a subproperty is easier to say than what the changed one is.
        let size =
            4 + template.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).count();
        let candidate = Self::new(origin, size, (&slug, &doc), template);
        Some(Self { of: Some(of), ..candidate })
    }

    /// The function under another name, without a docstring.
    pub fn text(&self, name: &str) -> String {
        self.template.replace(NAME, name)
    }

    /// The same with a docstring and what stands before `def`.
    pub fn documented(&self, name: &str, decorator: &str, doc: &str) -> String {
        let text = self.text(name);
        let head = format!("def {name}(");
        let start = text.rfind(&head).unwrap_or(0);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
        format!("{}{decorator}\n{}    \"\"\"{doc}\"\"\"\n{}", &text[..start], &text[start..line_end], &text[line_end..])
    }

    /// The parameters of the function.
    pub fn params(&self) -> Vec<&str> {
        let head = format!("def {NAME}(");
        let Some(start) = self.template.rfind(&head).map(|start| start + head.len()) else { return Vec::new() };
        let end = self.template[start..].find(')').map_or(self.template.len(), |end| start + end);
        self.template[start..end].split(',').map(str::trim).filter(|param| !param.is_empty()).collect()
    }

    /// The order in which candidates that explain the same are preferred.
    pub fn rank(&self) -> (usize, CandidateOrigin) {
        let more = match self.origin {
            CandidateOrigin::Shape | CandidateOrigin::View => 0,
            CandidateOrigin::Expression => 4,
            CandidateOrigin::Edit => 8,
        };
        (self.size + more, self.origin)
    }
}

/// `sortedness_neighbors_order` from SORTEDNESS `for neighbors in `order` only`.
fn slug(property: &str, words: &str) -> String {
    const LITTLE: [&str; 22] = [
        "for", "in", "only", "of", "the", "that", "are", "not", "is", "an", "a", "with", "as", "far", "goes", "each",
        "element", "elements", "has", "more", "than", "and",
    ];
    let words = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let kept: Vec<String> = words.map(str::to_lowercase).filter(|word| !LITTLE.contains(&&**word)).take(4).collect();
    format!("{property}_{}", kept.join("_"))
}
