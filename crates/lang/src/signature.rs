//! What a built-in function or method takes, and where the arguments of a call go.

use std::fmt;

use thiserror::Error;

/// The parameters of a built-in function or method, as Python declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How many parameters come first and are filled by position only: those before Python's `/`.
    pub positional_only: usize,
    /// The parameters after them, filled by position or by name.
    pub named: &'static [&'static str],
    /// How many of both kinds a call must fill.
    pub required: usize,
    /// Whether any number of further positional arguments may follow: Python's `*args`.
    pub variadic: bool,
    /// The parameters that are filled by name only. All of them are optional.
    pub keyword_only: &'static [&'static str],
    /// Whether any other keyword is accepted, as a key or a field: Python's `**kwargs`.
    pub any_keyword: bool,
}

impl Signature {
    pub const fn exactly(count: usize) -> Self {
        Self::between(count, count)
    }

    pub const fn between(least: usize, most: usize) -> Self {
        Self {
            positional_only: most,
            named: &[],
            required: least,
            variadic: false,
            keyword_only: &[],
            any_keyword: false,
        }
    }

    pub const fn at_least(least: usize) -> Self {
        Self { variadic: true, ..Self::exactly(least) }
    }

    /// Adds parameters that are filled by position or by name, the first `required` of which must be.
    #[must_use]
    pub const fn then(self, required: usize, named: &'static [&'static str]) -> Self {
        Self { named, required: self.required + required, ..self }
    }

    #[must_use]
    pub const fn keyword_only(self, names: &'static [&'static str]) -> Self {
        Self { keyword_only: names, ..self }
    }

    #[must_use]
    pub const fn any_keyword(self) -> Self {
        Self { any_keyword: true, ..self }
    }

    /// The most arguments a call may give by position; `None` if there is no limit.
    pub fn most(&self) -> Option<usize> {
        (!self.variadic).then_some(self.positional_only + self.named.len())
    }

    /// The names a call may use, those of `**kwargs` aside.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        self.named.iter().chain(self.keyword_only).copied()
    }

    /// Checks a call that gives arguments by position only.
    pub fn accepts(&self, given: usize) -> Result<(), ArgumentError> {
        if given < self.required || self.most().is_some_and(|most| given > most) {
            return Err(self.wrong_count(given));
        }
        Ok(())
    }

    /// The position that the argument of each keyword takes; `None` for those that remain keywords.
    pub fn place(&self, given: usize, keywords: &[&str]) -> Result<Vec<Option<usize>>, ArgumentError> {
        if self.most().is_some_and(|most| given > most) {
            return Err(self.wrong_count(given));
        }
        let mut filled = vec![false; self.named.len()];
        let mut positions = Vec::with_capacity(keywords.len());
        for (index, keyword) in keywords.iter().enumerate() {
            let Some(offset) = self.named.iter().position(|name| name == keyword) else {
                if !self.any_keyword && !self.keyword_only.contains(keyword) {
                    return Err(ArgumentError::UnknownKeyword { keyword: index });
                }
                positions.push(None);
                continue;
            };
            let position = self.positional_only + offset;
            if position < given || filled[offset] {
                return Err(ArgumentError::GivenTwice { keyword: index });
            }
            filled[offset] = true;
            positions.push(Some(position));
        }
        if given < self.required.min(self.positional_only) {
            return Err(self.wrong_count(given));
        }
        let required = self.required.saturating_sub(self.positional_only);
        let by_position = given.saturating_sub(self.positional_only);
        match (by_position..required).find(|offset| !filled[*offset]) {
            Some(_) if keywords.is_empty() => Err(self.wrong_count(given)),
            Some(offset) => Err(ArgumentError::Missing { name: self.named[offset] }),
            None => Ok(positions),
        }
    }

    fn wrong_count(&self, given: usize) -> ArgumentError {
        ArgumentError::Count { takes: ArgumentCount { least: self.required, most: self.most() }, given }
    }
}

/// How many arguments something takes: `1 argument`, `1 to 3 arguments`, `at least 2 arguments`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentCount {
    pub least: usize,
    /// `None`: any number.
    pub most: Option<usize>,
}

impl fmt::Display for ArgumentCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most } = *self;
        let noun = |count: usize| if count == 1 { "argument" } else { "arguments" };
        match most {
            Some(most) if most == least => write!(f, "{least} {}", noun(least)),
            Some(most) => write!(f, "{least} to {most} arguments"),
            None => write!(f, "at least {least} {}", noun(least)),
        }
    }
}

/// Why the arguments of a call do not fit. Python raises `TypeError` for each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    #[error("takes {takes}, but {given} {} given", if *given == 1 { "was" } else { "were" })]
    Count { takes: ArgumentCount, given: usize },
    /// The index of the keyword in the call.
    #[error("got an unexpected keyword argument")]
    UnknownKeyword { keyword: usize },
    /// The index of the keyword in the call.
    #[error("got multiple values for an argument")]
    GivenTwice { keyword: usize },
    #[error("is missing the required argument '{name}'")]
    Missing { name: &'static str },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(signature: Signature, given: usize, keywords: &[&str]) -> Result<Vec<Option<usize>>, String> {
        signature.place(given, keywords).map_err(|error| error.to_string())
    }

    #[test]
    fn keywords_take_the_positions_of_their_parameters() {
        let enumerate = Signature::exactly(0).then(1, &["iterable", "start"]);
        assert_eq!(place(enumerate, 1, &["start"]), Ok(vec![Some(1)]));
        assert_eq!(place(enumerate, 0, &["start", "iterable"]), Ok(vec![Some(1), Some(0)]));
        assert_eq!(place(enumerate, 1, &["iterable"]), Err("got multiple values for an argument".into()));
        assert_eq!(place(enumerate, 0, &["start"]), Err("is missing the required argument 'iterable'".into()));
        assert_eq!(place(enumerate, 3, &[]), Err("takes 1 to 2 arguments, but 3 were given".into()));
        assert_eq!(place(enumerate, 0, &[]), Err("takes 1 to 2 arguments, but 0 were given".into()));
        assert_eq!(place(enumerate, 1, &["begin"]), Err("got an unexpected keyword argument".into()));
    }

    #[test]
    fn keyword_only_parameters_remain_keywords() {
        let sorted = Signature::exactly(1).keyword_only(&["key", "reverse"]);
        assert_eq!(place(sorted, 1, &["reverse", "key"]), Ok(vec![None, None]));
        assert_eq!(place(sorted, 0, &["key"]), Err("takes 1 argument, but 0 were given".into()));
        let max = Signature::at_least(1).keyword_only(&["key", "default"]);
        assert_eq!(place(max, 4, &["key"]), Ok(vec![None]));
        assert_eq!(
            max.accepts(0).map_err(|e| e.to_string()),
            Err("takes at least 1 argument, but 0 were given".into())
        );
        let dict = Signature::between(0, 1).any_keyword();
        assert_eq!(place(dict, 1, &["anything"]), Ok(vec![None]));
    }
}
