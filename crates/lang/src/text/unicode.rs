//! What Unicode says of characters, in the version of Python 3.11.
//!
//! Later versions only say more: of a character that version 14 does not know, [`Facts::is_known`] is false, and whoever asks
//! refuses to answer. `unicode.py` makes the tables; `tests/unicode.rs` compares them with CPython, character by character.

/// Version 14 of Unicode, as runs of equal facts: the first character of the run times 256, plus the position in [`KINDS`].
static RUNS: &[u8] = include_bytes!("unicode.bin");

#[rustfmt::skip]
const KINDS: &[u16] = &[
    0x2000, 0x2010, 0x2810, 0x2110, 0x2100, 0x3100, 0x250e, 0x2741, 0x2700, 0x2721, 0x3000, 0x210c, 0x3500,
    0x2108, 0x2701, 0x2781, 0x3721, 0x3701, 0x3520, 0x0, 0x3121, 0x2500, 0x2501, 0x250c, 0x2708, 0x3700, 0x2748,
    0x2728, 0x2140, 0x2120, 0x3101, 0x2709, 0x2101, 0x3501,
];

/// The characters whose title case is not their upper case, each followed by it.
const TITLE: &str = "\u{df}\u{53}\u{73} \u{1c4}\u{1c5} \u{1c5}\u{1c5} \u{1c6}\u{1c5} \u{1c7}\u{1c8} \u{1c8}\u{1c8} \
    \u{1c9}\u{1c8} \u{1ca}\u{1cb} \u{1cb}\u{1cb} \u{1cc}\u{1cb} \u{1f1}\u{1f2} \u{1f2}\u{1f2} \u{1f3}\u{1f2} \
    \u{587}\u{535}\u{582} \u{10d0}\u{10d0} \u{10d1}\u{10d1} \u{10d2}\u{10d2} \u{10d3}\u{10d3} \u{10d4}\u{10d4} \
    \u{10d5}\u{10d5} \u{10d6}\u{10d6} \u{10d7}\u{10d7} \u{10d8}\u{10d8} \u{10d9}\u{10d9} \u{10da}\u{10da} \
    \u{10db}\u{10db} \u{10dc}\u{10dc} \u{10dd}\u{10dd} \u{10de}\u{10de} \u{10df}\u{10df} \u{10e0}\u{10e0} \
    \u{10e1}\u{10e1} \u{10e2}\u{10e2} \u{10e3}\u{10e3} \u{10e4}\u{10e4} \u{10e5}\u{10e5} \u{10e6}\u{10e6} \
    \u{10e7}\u{10e7} \u{10e8}\u{10e8} \u{10e9}\u{10e9} \u{10ea}\u{10ea} \u{10eb}\u{10eb} \u{10ec}\u{10ec} \
    \u{10ed}\u{10ed} \u{10ee}\u{10ee} \u{10ef}\u{10ef} \u{10f0}\u{10f0} \u{10f1}\u{10f1} \u{10f2}\u{10f2} \
    \u{10f3}\u{10f3} \u{10f4}\u{10f4} \u{10f5}\u{10f5} \u{10f6}\u{10f6} \u{10f7}\u{10f7} \u{10f8}\u{10f8} \
    \u{10f9}\u{10f9} \u{10fa}\u{10fa} \u{10fd}\u{10fd} \u{10fe}\u{10fe} \u{10ff}\u{10ff} \u{1f80}\u{1f88} \
    \u{1f81}\u{1f89} \u{1f82}\u{1f8a} \u{1f83}\u{1f8b} \u{1f84}\u{1f8c} \u{1f85}\u{1f8d} \u{1f86}\u{1f8e} \
    \u{1f87}\u{1f8f} \u{1f88}\u{1f88} \u{1f89}\u{1f89} \u{1f8a}\u{1f8a} \u{1f8b}\u{1f8b} \u{1f8c}\u{1f8c} \
    \u{1f8d}\u{1f8d} \u{1f8e}\u{1f8e} \u{1f8f}\u{1f8f} \u{1f90}\u{1f98} \u{1f91}\u{1f99} \u{1f92}\u{1f9a} \
    \u{1f93}\u{1f9b} \u{1f94}\u{1f9c} \u{1f95}\u{1f9d} \u{1f96}\u{1f9e} \u{1f97}\u{1f9f} \u{1f98}\u{1f98} \
    \u{1f99}\u{1f99} \u{1f9a}\u{1f9a} \u{1f9b}\u{1f9b} \u{1f9c}\u{1f9c} \u{1f9d}\u{1f9d} \u{1f9e}\u{1f9e} \
    \u{1f9f}\u{1f9f} \u{1fa0}\u{1fa8} \u{1fa1}\u{1fa9} \u{1fa2}\u{1faa} \u{1fa3}\u{1fab} \u{1fa4}\u{1fac} \
    \u{1fa5}\u{1fad} \u{1fa6}\u{1fae} \u{1fa7}\u{1faf} \u{1fa8}\u{1fa8} \u{1fa9}\u{1fa9} \u{1faa}\u{1faa} \
    \u{1fab}\u{1fab} \u{1fac}\u{1fac} \u{1fad}\u{1fad} \u{1fae}\u{1fae} \u{1faf}\u{1faf} \
    \u{1fb2}\u{1fba}\u{345} \u{1fb3}\u{1fbc} \u{1fb4}\u{386}\u{345} \u{1fb7}\u{391}\u{342}\u{345} \
    \u{1fbc}\u{1fbc} \u{1fc2}\u{1fca}\u{345} \u{1fc3}\u{1fcc} \u{1fc4}\u{389}\u{345} \
    \u{1fc7}\u{397}\u{342}\u{345} \u{1fcc}\u{1fcc} \u{1ff2}\u{1ffa}\u{345} \u{1ff3}\u{1ffc} \
    \u{1ff4}\u{38f}\u{345} \u{1ff7}\u{3a9}\u{342}\u{345} \u{1ffc}\u{1ffc} \u{fb00}\u{46}\u{66} \
    \u{fb01}\u{46}\u{69} \u{fb02}\u{46}\u{6c} \u{fb03}\u{46}\u{66}\u{69} \u{fb04}\u{46}\u{66}\u{6c} \
    \u{fb05}\u{53}\u{74} \u{fb06}\u{53}\u{74} \u{fb13}\u{544}\u{576} \u{fb14}\u{544}\u{565} \
    \u{fb15}\u{544}\u{56b} \u{fb16}\u{54e}\u{576} \u{fb17}\u{544}\u{56d}";

/// The characters that `casefold` changes otherwise than `lower`, each followed by the result.
const FOLD: &str = "\u{b5}\u{3bc} \u{df}\u{73}\u{73} \u{149}\u{2bc}\u{6e} \u{17f}\u{73} \u{1f0}\u{6a}\u{30c} \u{345}\u{3b9} \
    \u{390}\u{3b9}\u{308}\u{301} \u{3b0}\u{3c5}\u{308}\u{301} \u{3c2}\u{3c3} \u{3d0}\u{3b2} \u{3d1}\u{3b8} \
    \u{3d5}\u{3c6} \u{3d6}\u{3c0} \u{3f0}\u{3ba} \u{3f1}\u{3c1} \u{3f5}\u{3b5} \u{587}\u{565}\u{582} \
    \u{13a0}\u{13a0} \u{13a1}\u{13a1} \u{13a2}\u{13a2} \u{13a3}\u{13a3} \u{13a4}\u{13a4} \u{13a5}\u{13a5} \
    \u{13a6}\u{13a6} \u{13a7}\u{13a7} \u{13a8}\u{13a8} \u{13a9}\u{13a9} \u{13aa}\u{13aa} \u{13ab}\u{13ab} \
    \u{13ac}\u{13ac} \u{13ad}\u{13ad} \u{13ae}\u{13ae} \u{13af}\u{13af} \u{13b0}\u{13b0} \u{13b1}\u{13b1} \
    \u{13b2}\u{13b2} \u{13b3}\u{13b3} \u{13b4}\u{13b4} \u{13b5}\u{13b5} \u{13b6}\u{13b6} \u{13b7}\u{13b7} \
    \u{13b8}\u{13b8} \u{13b9}\u{13b9} \u{13ba}\u{13ba} \u{13bb}\u{13bb} \u{13bc}\u{13bc} \u{13bd}\u{13bd} \
    \u{13be}\u{13be} \u{13bf}\u{13bf} \u{13c0}\u{13c0} \u{13c1}\u{13c1} \u{13c2}\u{13c2} \u{13c3}\u{13c3} \
    \u{13c4}\u{13c4} \u{13c5}\u{13c5} \u{13c6}\u{13c6} \u{13c7}\u{13c7} \u{13c8}\u{13c8} \u{13c9}\u{13c9} \
    \u{13ca}\u{13ca} \u{13cb}\u{13cb} \u{13cc}\u{13cc} \u{13cd}\u{13cd} \u{13ce}\u{13ce} \u{13cf}\u{13cf} \
    \u{13d0}\u{13d0} \u{13d1}\u{13d1} \u{13d2}\u{13d2} \u{13d3}\u{13d3} \u{13d4}\u{13d4} \u{13d5}\u{13d5} \
    \u{13d6}\u{13d6} \u{13d7}\u{13d7} \u{13d8}\u{13d8} \u{13d9}\u{13d9} \u{13da}\u{13da} \u{13db}\u{13db} \
    \u{13dc}\u{13dc} \u{13dd}\u{13dd} \u{13de}\u{13de} \u{13df}\u{13df} \u{13e0}\u{13e0} \u{13e1}\u{13e1} \
    \u{13e2}\u{13e2} \u{13e3}\u{13e3} \u{13e4}\u{13e4} \u{13e5}\u{13e5} \u{13e6}\u{13e6} \u{13e7}\u{13e7} \
    \u{13e8}\u{13e8} \u{13e9}\u{13e9} \u{13ea}\u{13ea} \u{13eb}\u{13eb} \u{13ec}\u{13ec} \u{13ed}\u{13ed} \
    \u{13ee}\u{13ee} \u{13ef}\u{13ef} \u{13f0}\u{13f0} \u{13f1}\u{13f1} \u{13f2}\u{13f2} \u{13f3}\u{13f3} \
    \u{13f4}\u{13f4} \u{13f5}\u{13f5} \u{13f8}\u{13f0} \u{13f9}\u{13f1} \u{13fa}\u{13f2} \u{13fb}\u{13f3} \
    \u{13fc}\u{13f4} \u{13fd}\u{13f5} \u{1c80}\u{432} \u{1c81}\u{434} \u{1c82}\u{43e} \u{1c83}\u{441} \
    \u{1c84}\u{442} \u{1c85}\u{442} \u{1c86}\u{44a} \u{1c87}\u{463} \u{1c88}\u{a64b} \u{1e96}\u{68}\u{331} \
    \u{1e97}\u{74}\u{308} \u{1e98}\u{77}\u{30a} \u{1e99}\u{79}\u{30a} \u{1e9a}\u{61}\u{2be} \u{1e9b}\u{1e61} \
    \u{1e9e}\u{73}\u{73} \u{1f50}\u{3c5}\u{313} \u{1f52}\u{3c5}\u{313}\u{300} \u{1f54}\u{3c5}\u{313}\u{301} \
    \u{1f56}\u{3c5}\u{313}\u{342} \u{1f80}\u{1f00}\u{3b9} \u{1f81}\u{1f01}\u{3b9} \u{1f82}\u{1f02}\u{3b9} \
    \u{1f83}\u{1f03}\u{3b9} \u{1f84}\u{1f04}\u{3b9} \u{1f85}\u{1f05}\u{3b9} \u{1f86}\u{1f06}\u{3b9} \
    \u{1f87}\u{1f07}\u{3b9} \u{1f88}\u{1f00}\u{3b9} \u{1f89}\u{1f01}\u{3b9} \u{1f8a}\u{1f02}\u{3b9} \
    \u{1f8b}\u{1f03}\u{3b9} \u{1f8c}\u{1f04}\u{3b9} \u{1f8d}\u{1f05}\u{3b9} \u{1f8e}\u{1f06}\u{3b9} \
    \u{1f8f}\u{1f07}\u{3b9} \u{1f90}\u{1f20}\u{3b9} \u{1f91}\u{1f21}\u{3b9} \u{1f92}\u{1f22}\u{3b9} \
    \u{1f93}\u{1f23}\u{3b9} \u{1f94}\u{1f24}\u{3b9} \u{1f95}\u{1f25}\u{3b9} \u{1f96}\u{1f26}\u{3b9} \
    \u{1f97}\u{1f27}\u{3b9} \u{1f98}\u{1f20}\u{3b9} \u{1f99}\u{1f21}\u{3b9} \u{1f9a}\u{1f22}\u{3b9} \
    \u{1f9b}\u{1f23}\u{3b9} \u{1f9c}\u{1f24}\u{3b9} \u{1f9d}\u{1f25}\u{3b9} \u{1f9e}\u{1f26}\u{3b9} \
    \u{1f9f}\u{1f27}\u{3b9} \u{1fa0}\u{1f60}\u{3b9} \u{1fa1}\u{1f61}\u{3b9} \u{1fa2}\u{1f62}\u{3b9} \
    \u{1fa3}\u{1f63}\u{3b9} \u{1fa4}\u{1f64}\u{3b9} \u{1fa5}\u{1f65}\u{3b9} \u{1fa6}\u{1f66}\u{3b9} \
    \u{1fa7}\u{1f67}\u{3b9} \u{1fa8}\u{1f60}\u{3b9} \u{1fa9}\u{1f61}\u{3b9} \u{1faa}\u{1f62}\u{3b9} \
    \u{1fab}\u{1f63}\u{3b9} \u{1fac}\u{1f64}\u{3b9} \u{1fad}\u{1f65}\u{3b9} \u{1fae}\u{1f66}\u{3b9} \
    \u{1faf}\u{1f67}\u{3b9} \u{1fb2}\u{1f70}\u{3b9} \u{1fb3}\u{3b1}\u{3b9} \u{1fb4}\u{3ac}\u{3b9} \
    \u{1fb6}\u{3b1}\u{342} \u{1fb7}\u{3b1}\u{342}\u{3b9} \u{1fbc}\u{3b1}\u{3b9} \u{1fbe}\u{3b9} \
    \u{1fc2}\u{1f74}\u{3b9} \u{1fc3}\u{3b7}\u{3b9} \u{1fc4}\u{3ae}\u{3b9} \u{1fc6}\u{3b7}\u{342} \
    \u{1fc7}\u{3b7}\u{342}\u{3b9} \u{1fcc}\u{3b7}\u{3b9} \u{1fd2}\u{3b9}\u{308}\u{300} \
    \u{1fd3}\u{3b9}\u{308}\u{301} \u{1fd6}\u{3b9}\u{342} \u{1fd7}\u{3b9}\u{308}\u{342} \
    \u{1fe2}\u{3c5}\u{308}\u{300} \u{1fe3}\u{3c5}\u{308}\u{301} \u{1fe4}\u{3c1}\u{313} \u{1fe6}\u{3c5}\u{342} \
    \u{1fe7}\u{3c5}\u{308}\u{342} \u{1ff2}\u{1f7c}\u{3b9} \u{1ff3}\u{3c9}\u{3b9} \u{1ff4}\u{3ce}\u{3b9} \
    \u{1ff6}\u{3c9}\u{342} \u{1ff7}\u{3c9}\u{342}\u{3b9} \u{1ffc}\u{3c9}\u{3b9} \u{ab70}\u{13a0} \
    \u{ab71}\u{13a1} \u{ab72}\u{13a2} \u{ab73}\u{13a3} \u{ab74}\u{13a4} \u{ab75}\u{13a5} \u{ab76}\u{13a6} \
    \u{ab77}\u{13a7} \u{ab78}\u{13a8} \u{ab79}\u{13a9} \u{ab7a}\u{13aa} \u{ab7b}\u{13ab} \u{ab7c}\u{13ac} \
    \u{ab7d}\u{13ad} \u{ab7e}\u{13ae} \u{ab7f}\u{13af} \u{ab80}\u{13b0} \u{ab81}\u{13b1} \u{ab82}\u{13b2} \
    \u{ab83}\u{13b3} \u{ab84}\u{13b4} \u{ab85}\u{13b5} \u{ab86}\u{13b6} \u{ab87}\u{13b7} \u{ab88}\u{13b8} \
    \u{ab89}\u{13b9} \u{ab8a}\u{13ba} \u{ab8b}\u{13bb} \u{ab8c}\u{13bc} \u{ab8d}\u{13bd} \u{ab8e}\u{13be} \
    \u{ab8f}\u{13bf} \u{ab90}\u{13c0} \u{ab91}\u{13c1} \u{ab92}\u{13c2} \u{ab93}\u{13c3} \u{ab94}\u{13c4} \
    \u{ab95}\u{13c5} \u{ab96}\u{13c6} \u{ab97}\u{13c7} \u{ab98}\u{13c8} \u{ab99}\u{13c9} \u{ab9a}\u{13ca} \
    \u{ab9b}\u{13cb} \u{ab9c}\u{13cc} \u{ab9d}\u{13cd} \u{ab9e}\u{13ce} \u{ab9f}\u{13cf} \u{aba0}\u{13d0} \
    \u{aba1}\u{13d1} \u{aba2}\u{13d2} \u{aba3}\u{13d3} \u{aba4}\u{13d4} \u{aba5}\u{13d5} \u{aba6}\u{13d6} \
    \u{aba7}\u{13d7} \u{aba8}\u{13d8} \u{aba9}\u{13d9} \u{abaa}\u{13da} \u{abab}\u{13db} \u{abac}\u{13dc} \
    \u{abad}\u{13dd} \u{abae}\u{13de} \u{abaf}\u{13df} \u{abb0}\u{13e0} \u{abb1}\u{13e1} \u{abb2}\u{13e2} \
    \u{abb3}\u{13e3} \u{abb4}\u{13e4} \u{abb5}\u{13e5} \u{abb6}\u{13e6} \u{abb7}\u{13e7} \u{abb8}\u{13e8} \
    \u{abb9}\u{13e9} \u{abba}\u{13ea} \u{abbb}\u{13eb} \u{abbc}\u{13ec} \u{abbd}\u{13ed} \u{abbe}\u{13ee} \
    \u{abbf}\u{13ef} \u{fb00}\u{66}\u{66} \u{fb01}\u{66}\u{69} \u{fb02}\u{66}\u{6c} \u{fb03}\u{66}\u{66}\u{69} \
    \u{fb04}\u{66}\u{66}\u{6c} \u{fb05}\u{73}\u{74} \u{fb06}\u{73}\u{74} \u{fb13}\u{574}\u{576} \
    \u{fb14}\u{574}\u{565} \u{fb15}\u{574}\u{56b} \u{fb16}\u{57e}\u{576} \u{fb17}\u{574}\u{56d}";

/// Lower case letters that a later version gave an upper case letter, or the reverse.
const UNCHANGED: &[char] = &['\u{19b}', '\u{264}', '\u{a7d3}', '\u{a7d5}'];

/// What is known about a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(u16);

macro_rules! facts {
    ($($bit:literal $name:ident $doc:literal;)*) => {
        impl Facts {
            $(
                #[doc = $doc]
                pub fn $name(self) -> bool {
                    self.0 >> $bit & 1 == 1
                }
            )*
        }
    };
}

facts! {
    0 is_alpha "`isalpha`";
    1 is_decimal "`isdecimal`";
    2 is_digit "`isdigit`";
    3 is_numeric "`isnumeric`";
    4 is_space "`isspace`, and what `strip` and `split` take for space.";
    5 is_lower "A lower case letter.";
    6 is_upper "An upper case letter.";
    7 is_title "A title case letter, such as `\u{1c5}`.";
    8 is_printable "`isprintable`";
    9 starts_identifier "An identifier may start with it.";
    10 continues_identifier "An identifier may go on with it.";
    11 breaks_line "`splitlines` ends a line at it.";
    12 is_ignorable "Ignored where a final sigma is recognized.";
    13 is_known "Assigned in version 14 of Unicode.";
}

impl Facts {
    pub fn of(c: char) -> Self {
        Self(KINDS.get(usize::from(RUNS[run_of(c) * 4])).copied().unwrap_or(0))
    }

    /// A letter that has a case.
    pub fn is_cased(self) -> bool {
        self.is_lower() || self.is_upper() || self.is_title()
    }

    /// `isalnum`
    pub fn is_alnum(self) -> bool {
        self.is_alpha() || self.is_decimal() || self.is_digit() || self.is_numeric()
    }
}

/// The number of the run that a character is in.
fn run_of(c: char) -> usize {
    let (mut low, mut high) = (0, RUNS.len() / 4);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if run_start(middle) <= u32::from(c) { low = middle } else { high = middle }
    }
    low
}

fn run_start(run: usize) -> u32 {
    let at = run * 4;
    u32::from_le_bytes([RUNS[at + 1], RUNS[at + 2], RUNS[at + 3], 0])
}

/// The value of a decimal digit.
pub fn decimal(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    // The digits of a script stand in order, and where several scripts follow each other, each has all ten.
    Facts::of(c).is_decimal().then(|| (u32::from(c) - run_start(run_of(c))) % 10)
}

/// The lower case of a character on its own: a sigma is never a final one.
pub fn lower(c: char) -> String {
    if changes(c) { c.to_lowercase().collect() } else { c.to_string() }
}

pub fn upper(c: char) -> String {
    if changes(c) { c.to_uppercase().collect() } else { c.to_string() }
}

pub fn title(c: char) -> String {
    special(TITLE, c).unwrap_or_else(|| upper(c))
}

pub fn fold(c: char) -> String {
    special(FOLD, c).unwrap_or_else(|| lower(c))
}

/// Whether the standard library, which knows a later version, may be asked for its case.
fn changes(c: char) -> bool {
    c.is_ascii() || (Facts::of(c).is_known() && !UNCHANGED.contains(&c))
}

fn special(table: &str, c: char) -> Option<String> {
    if c.is_ascii() {
        return None;
    }
    table.split(' ').find_map(|entry| entry.strip_prefix(c)).map(str::to_owned)
}

/// Whether the sigma at a position of a text is written as a final one in lower case: a cased letter comes before it, and
/// none behind it.
pub fn is_final_sigma(text: &[char], position: usize) -> bool {
    let cased = |mut chars: &mut dyn Iterator<Item = &char>| {
        (&mut chars).map(|c| Facts::of(*c)).find(|facts| !facts.is_ignorable()).is_some_and(Facts::is_cased)
    };
    cased(&mut text[..position].iter().rev()) && !cased(&mut text[position + 1..].iter())
}
