//! The outcomes of a submission in few bytes: which tests were run is stored once for all submissions that were run on the same
//! tests, each kind of outcome once per submission, and per test only the number of its kind.
//!
//! Takes outcomes by test; gives a [`TestList`], its hash, and [`PackedOutcomes`]. Plain answers to 380 tests take
//! 380 bytes; the database takes 6 KB for each submission, source included, instead of 37 KB. Unpacking gives exactly what was packed, or nothing: every number must be that of a kind, and there must be
//! one for each test. Guarded by the tests below and by `tests/hostile_store.rs`.

use std::collections::HashMap;

use runner::Outcome;
use runner::outcome::{Crash, RaisedException};
use sha2::{Digest, Sha256};

use crate::form::short;

/// Tests of one submission that are read. Suites have fewer.
const MOST: usize = 1_000_000;

/// Tests with the digests of their arguments, in the order of the tests, none of them twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestList {
    pub tests: Vec<(String, String)>,
    /// The hash of the text, by which submissions refer to it.
    pub sha256: String,
}

impl TestList {
    /// `None` if a test occurs twice.
    fn new(tests: Vec<(String, String)>) -> Option<Self> {
        let is_increasing = tests.windows(2).all(|two| two[0].0 < two[1].0);
        let fits = tests.len() <= MOST && tests.iter().all(|(test, digest)| short(test) && short(digest));
        let mut list = Self { tests, sha256: String::new() };
        list.sha256 = hex::encode(Sha256::digest(list.text()));
        (is_increasing && fits).then_some(list)
    }

    pub fn text(&self) -> String {
        serde_json::to_string(&self.tests).unwrap_or_default()
    }

    /// `None` if the text is not one that this release writes, or does not have this hash.
    pub fn read(text: &str, sha256: &str) -> Option<Self> {
        if hex::encode(Sha256::digest(text)) != sha256 {
            return None;
        }
        Self::new(serde_json::from_str(text).ok()?)
    }
}

/// What a submission did on the tests of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedOutcomes {
    /// All outcomes that it has, each once, as JSON.
    pub kinds: String,
    /// For each test the place of its outcome in that list: seven bits a byte, lowest first, the eighth bit if more follow.
    pub answers: Vec<u8>,
}

/// Packs outcomes, in any order. Of several for one test, the last one counts. `None` if there are too many, or if the name of a test
/// is too long: what could not be read again is not written.
pub(crate) fn pack(outcomes: &[(String, String, Outcome)]) -> Option<(TestList, PackedOutcomes)> {
    let mut order: Vec<usize> = (0..outcomes.len()).collect();
    order.sort_by_key(|at| (&outcomes[*at].0, std::cmp::Reverse(*at)));
    order.dedup_by_key(|at| &outcomes[*at].0);
    let tests = order.iter().map(|at| (outcomes[*at].0.clone(), outcomes[*at].1.clone())).collect();
    let (mut kinds, mut places): (Vec<&Outcome>, HashMap<String, usize>) = (Vec::new(), HashMap::new());
    let mut plain: [Option<usize>; 2] = [None; 2];
    let (mut answers, mut size) = (Vec::with_capacity(order.len()), 0);
    for at in order {
        let outcome = &outcomes[at].2;
        let add = || {
            kinds.push(outcome);
            kinds.len() - 1
        };
        let place = match outcome {
            Outcome::Accepted => *plain[0].get_or_insert_with(add),
            Outcome::Rejected => *plain[1].get_or_insert_with(add),
            other => {
                let text = serde_json::to_string(other).unwrap_or_default();
                size += text.len();
                *places.entry(text).or_insert_with(add)
            }
        };
        push(&mut answers, place);
    }
    if size > MOST_WRITTEN && outcomes.iter().any(|(_, _, outcome)| brief(outcome) != *outcome) {
        let all = outcomes.iter().map(|(test, digest, outcome)| (test.clone(), digest.clone(), brief(outcome)));
        return pack(&all.collect::<Vec<_>>());
    }
    let kinds = serde_json::to_string(&kinds).unwrap_or_default();
    // Tests that occur twice were removed.
    Some((TestList::new(tests)?, PackedOutcomes { kinds, answers }))
}

/// Bytes of all outcomes of a submission, unpacked.
const MOST_TEXT: usize = 64 << 20;
/// Beyond this many, they are written without messages. Plain answers of as many tests as may be take the rest.
const MOST_WRITTEN: usize = MOST_TEXT / 2;
/// What is kept of a name then, in characters.
const BRIEF: usize = 30;

/// The outcome without what a submission chooses freely: thousands of long messages could not be read again.
fn brief(outcome: &Outcome) -> Outcome {
    let short = |text: &str| text.chars().take(BRIEF).collect();
    match outcome {
        Outcome::Raised(raised) => {
            Outcome::Raised(RaisedException { class: short(&raised.class), ..RaisedException::default() })
        }
        Outcome::NotABoolean(text) => Outcome::NotABoolean(short(text)),
        Outcome::Crashed(Crash::Breach(text)) => Outcome::Crashed(Crash::Breach(short(text))),
        other => other.clone(),
    }
}

impl PackedOutcomes {
    /// The outcomes by test, for a list of `tests` tests. `None` if they are not what this release writes.
    pub fn unpack(&self, tests: usize) -> Option<UnpackedOutcomes> {
        let kinds: Vec<Outcome> = serde_json::from_str(&self.kinds).ok()?;
        let places = numbers(&self.answers)?;
        if places.len() != tests {
            return None;
        }
        // One long text, packed once, could be that of every test.
        let sizes: Vec<usize> =
            kinds.iter().map(|kind| serde_json::to_string(kind).unwrap_or_default().len()).collect();
        let sizes: Option<Vec<usize>> = places.iter().map(|place| sizes.get(*place).copied()).collect();
        (sizes?.iter().sum::<usize>() <= MOST_TEXT).then_some(UnpackedOutcomes { kinds, places })
    }
}

/// Outcomes by test, each kind once.
#[derive(Clone, Debug)]
pub(crate) struct UnpackedOutcomes {
    pub kinds: Vec<Outcome>,
    /// For each test, a place in the list of kinds.
    places: Vec<usize>,
}

impl UnpackedOutcomes {
    pub fn of(&self, test: usize) -> Option<&Outcome> {
        self.places.get(test).and_then(|place| self.kinds.get(*place))
    }
}

fn push(bytes: &mut Vec<u8>, mut number: usize) {
    loop {
        let low = u8::try_from(number & 0x7f).unwrap_or(0);
        number >>= 7;
        bytes.push(if number > 0 { low | 0x80 } else { low });
        if number == 0 {
            return;
        }
    }
}

/// The numbers that [`push`] wrote. `None` if it did not write these bytes.
fn numbers(bytes: &[u8]) -> Option<Vec<usize>> {
    let (mut all, mut number, mut shift) = (Vec::with_capacity(bytes.len()), 0, 0);
    for byte in bytes {
        number |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            // A last byte of zero would be another way to write the same number.
            if *byte == 0 && shift > 7 {
                return None;
            }
            all.push(number);
            (number, shift) = (0, 0);
        } else if shift > 21 {
            return None;
        }
    }
    (shift == 0).then_some(all)
}

#[cfg(test)]
mod tests {
    use runner::outcome::NotRunReason;

    use super::*;

    fn raised(message: &str) -> Outcome {
        Outcome::Raised(RaisedException { message: message.to_owned(), ..RaisedException::default() })
    }

    fn unpacked(outcomes: &[(String, String, Outcome)]) -> Vec<(String, String, Outcome)> {
        let (list, packed) = pack(outcomes).expect("a list");
        let list = TestList::read(&list.text(), &list.sha256).expect("a list");
        let all = packed.unpack(list.tests.len()).expect("outcomes");
        let tests = list.tests.into_iter().enumerate();
        tests.map(|(at, (test, digest))| (test, digest, all.of(at).expect("an outcome").clone())).collect()
    }

    #[test]
    fn outcomes_are_unpacked_as_they_were_packed() {
        let one = |number: usize, outcome: Outcome| (format!("{number:05}"), format!("d{number}"), outcome);
        let mut all = vec![
            one(0, Outcome::Rejected),
            one(1, raised("a")),
            one(2, Outcome::NotRun(NotRunReason::Budget)),
            one(3, Outcome::Accepted),
            one(4, raised("a")),
        ];
        // More kinds than a byte can count, and than two can.
        all.extend((5..20_000).map(|number| one(number, raised(&number.to_string()))));
        assert_eq!(unpacked(&all), all);
        let mut reversed = all.clone();
        reversed.reverse();
        assert_eq!(unpacked(&reversed), all);
        assert_eq!(unpacked(&[]), []);
        // The last outcome of a test counts.
        assert_eq!(unpacked(&[one(1, Outcome::Accepted), one(1, Outcome::Rejected)]), [one(1, Outcome::Rejected)]);
    }

    #[test]
    fn a_plain_submission_takes_a_byte_for_each_test() {
        let answer = |number: usize| if number.is_multiple_of(3) { Outcome::Accepted } else { Outcome::Rejected };
        let all: Vec<_> = (0..380).map(|number| (format!("{number:03}"), String::new(), answer(number))).collect();
        let (_, packed) = pack(&all).expect("a list");
        assert_eq!((packed.answers.len(), &*packed.kinds), (380, r#"["accepted","rejected"]"#));
    }

    #[test]
    fn outcomes_that_would_fill_the_memory_are_refused() {
        let kinds = serde_json::to_string(&[raised(&"x".repeat(9000))]).expect("JSON");
        let packed = PackedOutcomes { kinds, answers: vec![0; 10_000] };
        assert!(packed.unpack(10_000).is_none());
    }

    /// As long as a submission can make them, for as many tests as a suite ever has: nothing is lost but messages.
    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = |number: usize| format!("{number:06}{}", "\u{1}".repeat(494));
        let outcome = |number: usize| match number % 4 {
            0 => Outcome::Raised(RaisedException {
                class: text(number),
                message: text(number),
                file: Some("s.py".to_owned()),
                line: Some(1),
            }),
            1 => Outcome::NotABoolean(text(number)),
            2 => Outcome::Crashed(Crash::Breach(text(number))),
            _ => Outcome::Accepted,
        };
        for count in [1000, 60_000] {
            let all: Vec<_> =
                (0..count).map(|number| (format!("{number:06}"), String::new(), outcome(number))).collect();
            let read = unpacked(&all);
            assert!(read.iter().zip(&all).all(|(one, other)| one.2.word() == other.2.word()));
            assert_eq!(read == all, count == 1000);
        }
    }

    /// Nothing is replaced by an empty list.
    #[test]
    fn a_list_that_could_not_be_read_again_is_not_packed() {
        let one = |test: String, digest: String| pack(&[(test, digest, Outcome::Accepted)]);
        assert!(one("t".to_owned(), "d".to_owned()).is_some());
        assert!(one("t".repeat(10_000), "d".to_owned()).is_none());
        assert!(one("t".to_owned(), "d".repeat(10_000)).is_none());
    }

    #[test]
    fn other_bytes_are_refused() {
        let packed =
            |kinds: &str, answers: &[u8]| PackedOutcomes { kinds: kinds.to_owned(), answers: answers.to_vec() };
        let two = r#"["accepted","rejected"]"#;
        assert!(packed(two, &[0, 1, 0]).unpack(3).is_some());
        for (kinds, answers) in [
            (two, &[0, 1][..]),
            (two, &[0, 1, 0, 0]),
            (two, &[0, 1, 2]),
            (two, &[0, 1, 0x80]),
            (two, &[0, 1, 0x80, 0]),
            (two, &[0, 1, 0xff, 0xff, 0xff, 0xff, 1]),
            ("[]", &[0, 0, 0]),
            (r#"["unheard_of"]"#, &[0, 0, 0]),
        ] {
            assert!(packed(kinds, answers).unpack(3).is_none(), "{kinds} {answers:?}");
        }
        let list =
            TestList::new(vec![("a".to_owned(), "d".to_owned()), ("b".to_owned(), "d".to_owned())]).expect("a list");
        assert!(TestList::read(&list.text(), "another hash").is_none());
        let sealed = |text: &str| TestList::read(text, &hex::encode(Sha256::digest(text)));
        assert!(sealed(&list.text()).is_some());
        assert!(sealed(r#"[["b","d"],["a","d"]]"#).is_none() && sealed(r#"[["a","d"],["a","d"]]"#).is_none());
        assert!(sealed(&format!(r#"[["{}","d"]]"#, "x".repeat(10_000))).is_none());
    }
}
