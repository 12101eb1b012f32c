//! Named shapes: mistakes that real predicates make, whatever the problem, as names and sentences.
//!
//! `predicates` says which expressions have them. They come from the error subproperties of the paper, of the bundled problems,
//! and from public predicates for the same problems.

/// A mistake with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedShape {
    /// The beginning of a function's name.
    pub slug: &'static str,
    /// A docstring, in which `{0}` and `{1}` stand for terms.
    doc: &'static str,
}

impl NamedShape {
    pub fn doc(self, terms: &[&str]) -> String {
        let mut doc = self.doc.to_owned();
        for (at, term) in terms.iter().enumerate() {
            doc = doc.replace(&format!("{{{at}}}"), term);
        }
        doc
    }
}

macro_rules! shapes {
    ($($name:ident = $slug:literal, $doc:literal;)*) => {
        $(pub const $name: NamedShape = NamedShape { slug: $slug, doc: $doc };)*
    };
}

shapes! {
    SAME_LENGTH = "same_length", "Compares only the lengths of {0} and {1}, not what they hold.";
    AS_MANY_DIFFERENT = "as_many_different", "Compares only how many different elements {0} and {1} have, not which ones.";
    LENGTH_OF_SET = "length_of_set", "Compares the length of {0} with the number of different elements of {1}.";
    SAME_SET = "same_set", "Treats {0} and {1} as sets, and so overlooks repetition.";
    SUBSET = "subset", "Checks only that every element of {0} occurs in {1}, not how often.";
    SAME_COUNTS = "same_counts", "Counts each element of {0} in {1}, and overlooks what {0} lacks.";
    NO_MORE_THAN = "no_more_than", "Checks only that no element occurs more often in {0} than in {1}.";
    ANY_SHARED = "any_shared", "Checks only that {0} and {1} have an element in common.";
    SAME_FIRST = "same_first", "Compares only the first elements of {0} and {1}.";
    SAME_LAST = "same_last", "Compares only the last elements of {0} and {1}.";
    SAME_SUM = "same_sum", "Compares only the sums of {0} and {1}.";
    SAME_LIST = "same_list", "Demands that {0} equals {1}, order included.";
    REVERSED = "reversed_list", "Demands that {0} is {1} in reverse.";
    SAME_VALUE = "same_value", "Demands that {0} equals {1}.";
    NO_REPEATS = "no_repeats", "Demands that nothing occurs twice in {0}.";
    ASCENDING = "ascending", "Demands that elements never decrease along {0}.";
    STRICTLY_ASCENDING = "strictly_ascending", "Demands that elements always increase along {0}, and so rejects equal neighbors.";
    DESCENDING = "descending", "Demands that elements never increase along {0}.";
    NEIGHBORS_DIFFER = "neighbors_differ", "Checks only that neighbors in {0} differ.";
    FIRST_SMALLEST = "first_smallest", "Checks only that no element of {0} is smaller than the first.";
    LAST_LARGEST = "last_largest", "Checks only that no element of {0} is larger than the last.";
    NOT_EMPTY = "not_empty", "Assumes that {0} is not empty.";
    EMPTY = "empty", "Accepts only an empty {0}.";
    FIRST_POSITIONS = "first_positions", "Compares the first positions of both ends of {0} in {1}, and skips what lacks an end.";
    LAST_POSITIONS = "last_positions", "Compares the last positions of both ends of {0} in {1}, as a dict does, and skips what lacks an end.";
    POSITIONS_REQUIRED = "positions_required", "Compares the first positions of both ends of {0} in {1}, which must both be there.";
    LAST_POSITIONS_REQUIRED = "last_positions_required", "Compares the last positions of both ends of {0} in {1}, which must both be there.";
    DIRECT_ONLY = "direct_only", "Looks only at direct connections in {0} between elements of {1}, not at paths.";
    NEIGHBORS_ONLY = "neighbors_only", "Looks only at neighbors in {1}, and only at direct connections in {0}.";
    NEIGHBORS_CONNECTED = "neighbors_connected", "Demands that neighbors in {1} are connected in {0}.";
    ALL_CONNECTED = "all_connected", "Demands that every two elements of {1} are connected in {0}.";
    CHILDREN_ONLY = "children_only", "Compares each node of {0} with its children only, not with everything below it.";
    TOUCHES_ALL = "touches_all", "Checks only that each of {0} has an end in {1}.";
    HOLDS_ALL = "holds_all", "Checks only that both ends of each of {0} are in {1}.";
}
