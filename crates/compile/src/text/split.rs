//! Taking strings apart, and joining them.

use circuit::{Lit, count};
use lang::builtins::Exception;
use lang::methods::StrMethod;
use lang::text::unicode::Facts;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// `split` and `rsplit`
    pub fn text_split(&mut self, text: &Seq, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let most = match arguments.get(1) {
            Some(most) => self.small_count(most)?,
            None => Value::int(-1),
        };
        let backward = method == StrMethod::RightSplit;
        let separator = arguments.get(0).cloned().unwrap_or_else(Value::none);
        let mut cases = Vec::new();
        let (none, some): (Vec<_>, Vec<_>) =
            separator.alts().iter().cloned().partition(|(_, alt)| matches!(alt, Alt::None));
        let spaces = self.circuit.any(none.iter().map(|(lit, _)| *lit));
        let words = self.under(spaces, |this| this.split_words(text, backward, &most))?;
        cases.extend(words.map(|words| (spaces, words)));
        if !some.is_empty() {
            let given = if none.is_empty() { Lit::TRUE } else { !spaces };
            let parts = self.under(given, |this| {
                let Some(separator) = this.text_argument(&Value::choice(some))? else { return Ok(Seq::default()) };
                this.split_at(text, &separator, backward, &most)
            })?;
            cases.extend(parts.map(|parts| (given, parts)));
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        let list = match cases.as_slice() {
            [(_, list)] => list.clone(),
            [(when, a), (_, b)] => self.ite_seq(*when, a, b)?,
            _ => Seq::default(),
        };
        Ok(self.new_list(list))
    }

    fn split_at(&mut self, text: &Seq, separator: &Seq, backward: bool, most: &Value) -> Result<Seq> {
        let given = separator.slots.first().map_or(Lit::FALSE, |slot| slot.present);
        self.raise(!given, Exception::ValueError);
        if self.is_dead() {
            return Ok(Seq::default());
        }
        let (text, separator) = (self.turned(text, backward)?, self.turned(separator, backward)?);
        let taken = self.occurrences(&text, &separator, Some(most))?;
        let before = self.counts_before(&taken.starts);
        let total = count::count(&mut self.circuit, &taken.starts);
        let mut parts = Seq::default();
        for number in 0..=total.len() {
            let mut part = Seq::default();
            for (position, slot) in text.slots.iter().enumerate() {
                self.step()?;
                // A separator that starts here has its characters covered.
                let here = count::exactly(&mut self.circuit, &before[position], number);
                let present = self.circuit.all([slot.present, here, !taken.covered[position]]);
                part.push(present, slot.value.clone());
            }
            let present = if number == 0 { Lit::TRUE } else { count::at_least(&total, number) };
            let part = self.turned_back(part, backward)?;
            parts.push(present, part);
        }
        if backward {
            parts.slots.reverse();
        }
        Ok(parts)
    }

    fn split_words(&mut self, text: &Seq, backward: bool, most: &Value) -> Result<Seq> {
        let text = self.turned(text, backward)?;
        let mut solid = Vec::new();
        for slot in &text.slots {
            let space = self.letter_is(&slot.value, &Facts::is_space)?;
            solid.push(self.circuit.and(slot.present, !space));
        }
        let mut starts = Vec::new();
        for (position, here) in solid.iter().enumerate() {
            let before = if position == 0 { Lit::FALSE } else { solid[position - 1] };
            starts.push(self.circuit.and(*here, !before));
        }
        let before = self.counts_before(&starts);
        let total = count::count(&mut self.circuit, &starts);
        let limits = self.limits(most, total.len());
        let mut words = Seq::default();
        for number in 0..total.len() {
            // The last word takes everything behind its start.
            let last = self.circuit.any(limits.iter().filter(|(limit, _)| *limit == number).map(|(_, lit)| *lit));
            let beyond = self.circuit.any(limits.iter().filter(|(limit, _)| *limit < number).map(|(_, lit)| *lit));
            let mut word = Seq::default();
            for (position, slot) in text.slots.iter().enumerate() {
                self.step()?;
                let first = count::exactly(&mut self.circuit, &before[position], number);
                let first = self.circuit.and(first, starts[position]);
                let begun = self.circuit.or(count::at_least(&before[position], number + 1), first);
                let ended = count::at_least(&before[position], number + 2);
                let next = count::exactly(&mut self.circuit, &before[position], number + 1);
                let next = self.circuit.and(next, starts[position]);
                let over = self.circuit.or(ended, next);
                let own = self.circuit.and(solid[position], !over);
                let inside = self.circuit.or(own, last);
                let present = self.circuit.all([slot.present, begun, inside]);
                word.push(present, slot.value.clone());
            }
            let present = self.circuit.and(count::at_least(&total, number + 1), !beyond);
            let word = self.turned_back(word, backward)?;
            words.push(present, word);
        }
        if backward {
            words.slots.reverse();
        }
        Ok(words)
    }

    /// The possible limits below a number, each with when it is the limit.
    fn limits(&mut self, most: &Value, below: usize) -> Vec<(usize, Lit)> {
        let numbers = most.alts().iter().filter_map(|(lit, alt)| Some((usize::try_from(alt.int()?).ok()?, *lit)));
        numbers.filter(|(number, _)| *number < below).collect()
    }

    /// A row in reading order, or from its end; dense.
    fn turned(&mut self, row: &Seq, backward: bool) -> Result<Seq> {
        let mut row = row.clone();
        if backward {
            row.slots.reverse();
        }
        self.dense(&row)
    }

    fn turned_back(&mut self, mut row: Seq, backward: bool) -> Result<Value> {
        if backward {
            row.slots.reverse();
        }
        self.text_value(row)
    }

    /// `splitlines`
    pub fn text_lines(&mut self, text: &Seq, keep: Option<&Value>) -> Result<Value> {
        let keep = match keep {
            Some(keep) => self.truth(keep)?,
            None => Lit::FALSE,
        };
        let text = self.dense(text)?;
        let mut breaks = Vec::new();
        for slot in &text.slots {
            let here = self.letter_is(&slot.value, &Facts::breaks_line)?;
            breaks.push(self.circuit.and(slot.present, here));
        }
        // A line ends behind a break, but not between the two characters of `\r\n`.
        let mut ends = breaks.clone();
        for (end, pair) in ends.iter_mut().zip(text.slots.windows(2)) {
            let first = self.is_letter(&pair[0].value, '\r');
            let second = self.is_letter(&pair[1].value, '\n');
            let both = self.circuit.all([first, second, pair[1].present]);
            *end = self.circuit.and(*end, !both);
        }
        let before = self.counts_before(&ends);
        let total = count::count(&mut self.circuit, &ends);
        let mut lines = Seq::default();
        for number in 0..=total.len() {
            let (mut line, mut any) = (Seq::default(), Vec::new());
            for (position, slot) in text.slots.iter().enumerate() {
                let here = count::exactly(&mut self.circuit, &before[position], number);
                let here = self.circuit.and(slot.present, here);
                any.push(here);
                let shown = self.circuit.or(keep, !breaks[position]);
                let present = self.circuit.and(here, shown);
                line.push(present, slot.value.clone());
            }
            let present = self.circuit.any(any);
            let line = self.text_value(line)?;
            lines.push(present, line);
        }
        Ok(self.new_list(lines))
    }

    pub fn is_letter(&mut self, value: &Value, wanted: char) -> Lit {
        if let Some(Alt::Str(text)) = value.single() {
            return Lit::constant(text.chars().eq([wanted]));
        }
        super::letters(value).find(|(_, c)| *c == wanted).map_or(Lit::FALSE, |(lit, _)| lit)
    }

    /// `partition` and `rpartition`
    pub fn text_partition(&mut self, text: &Seq, backward: bool, separator: &Value) -> Result<Value> {
        let Some(separator) = self.text_argument(separator)? else { return Ok(Value::never()) };
        let given = separator.slots.first().map_or(Lit::FALSE, |slot| slot.present);
        self.raise(!given, Exception::ValueError);
        if self.is_dead() {
            return Ok(Value::never());
        }
        let text = self.dense(text)?;
        let size = text.slots.len();
        let mut found = Lit::FALSE;
        let mut starts = vec![Lit::FALSE; size + 1];
        for step in 0..=size {
            let position = if backward { size - step } else { step };
            let hit = self.match_at(&text, &separator, position)?;
            starts[position] = self.circuit.and(hit, !found);
            found = self.circuit.or(found, hit);
        }
        let lengths = self.exact_lengths(&separator);
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let mut begun = Lit::FALSE;
        let mut over = vec![Lit::FALSE; size + 1];
        for (position, start) in starts.iter().enumerate() {
            for (length, exactly) in lengths.iter().enumerate() {
                if let Some(over) = over.get_mut(position + length) {
                    let here = self.circuit.and(*start, *exactly);
                    *over = self.circuit.or(*over, here);
                }
            }
        }
        let mut ended = Lit::FALSE;
        for position in 0..size {
            begun = self.circuit.or(begun, starts[position]);
            ended = self.circuit.or(ended, over[position]);
            let before = self.circuit.and(found, !begun);
            let behind = self.circuit.and(found, ended);
            // Without a separator all is in the first part, or in the last.
            head.push(if backward { before } else { self.circuit.or(before, !found) });
            tail.push(if backward { self.circuit.or(behind, !found) } else { behind });
        }
        let middle: Vec<Lit> = vec![found; separator.slots.len()];
        let rows =
            [self.kept_letters(&text, &head), self.kept_letters(&separator, &middle), self.kept_letters(&text, &tail)];
        let [a, b, c] = rows;
        let parts = [self.text_value(a)?, self.text_value(b)?, self.text_value(c)?];
        Ok(Value::tuple(parts))
    }

    /// `join`
    pub fn text_join(&mut self, separator: &Seq, iterable: &Value) -> Result<Value> {
        self.refuse_set_order(iterable)?;
        self.check_iterable(iterable)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let items = self.items(iterable)?;
        let mut row = Seq::default();
        let mut earlier = Lit::FALSE;
        for Slot { present, value } in items {
            self.step()?;
            let text = self.under(present, |this| this.text_argument(&value))?;
            let between = self.circuit.and(present, earlier);
            for slot in &separator.slots {
                let present = self.circuit.and(between, slot.present);
                row.push(present, slot.value.clone());
            }
            for slot in text.flatten().map_or_else(Vec::new, |text| text.slots) {
                let present = self.circuit.and(present, slot.present);
                row.push(present, slot.value);
            }
            earlier = self.circuit.or(earlier, present);
        }
        if self.is_dead() { Ok(Value::never()) } else { self.text_value(row) }
    }
}
