//! Generators: functions that yield, and generator expressions, which are built as such.

use lang::builtins::Exception;

use crate::code::{CodeId, StandsFor};
use crate::fault::{Fault, Result, value_error};
use crate::frame::Frame;
use crate::iterators::Iter;
use crate::iterators::composed::IterPlace;
use crate::machine::Machine;
use crate::value::Value;

/// A function that yields, between two of its values.
#[derive(Debug)]
pub struct Resumable {
    code: CodeId,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting(Frame),
    Running,
    Ended,
}

impl Resumable {
    pub(crate) fn new(code: CodeId, frame: Frame) -> Self {
        Self { code, state: State::Waiting(frame) }
    }
}

impl Machine<'_> {
    pub(super) fn resume(&mut self, place: &mut IterPlace<'_>) -> Result<Option<Value>> {
        let started = place.with(|iter| match iter {
            Iter::Generator(generator) => {
                let state = std::mem::replace(&mut generator.state, State::Running);
                (generator.code, state)
            }
            _ => (CodeId(0), State::Ended),
        });
        let (code, mut frame) = match started {
            (code, State::Waiting(frame)) => (code, frame),
            (_, State::Running) => return value_error("generator already executing"),
            (_, State::Ended) => {
                leave(place, State::Ended);
                return Ok(None);
            }
        };
        self.step()?;
        let code = &self.program.codes[code.0 as usize];
        self.depth += 1;
        let result = self.run_deep(code, &mut frame);
        self.depth -= 1;
        match result {
            Ok(value) if std::mem::take(&mut self.yielded) => {
                leave(place, State::Waiting(frame));
                Ok(Some(value))
            }
            Ok(returned) => {
                self.generator_value |= !matches!(returned, Value::None);
                leave(place, State::Ended);
                Ok(None)
            }
            Err(fault) if code.stands_for.is_some() && matches!(*fault, Fault::Raised(_)) => {
                // The place is the one behind the instruction.
                let next = match code.stands_for {
                    Some(StandsFor::Lasting) => code.next_round(frame.pc.saturating_sub(1)),
                    _ => None,
                };
                let state = match next {
                    Some(next) => {
                        frame.pc = next;
                        State::Waiting(frame)
                    }
                    None => State::Ended,
                };
                leave(place, state);
                if fault.is(Exception::StopIteration) { Ok(None) } else { Err(fault) }
            }
            Err(mut fault) => {
                leave(place, State::Ended);
                // It would end the consumer's loop; Python makes it an error.
                if let Fault::Raised(raised) = &mut *fault {
                    raised.stop_iteration_is_an_error();
                }
                Err(fault)
            }
        }
    }
}

fn leave(place: &mut IterPlace<'_>, state: State) {
    place.with(|iter| {
        if let Iter::Generator(generator) = iter {
            generator.state = state;
        }
    });
}
