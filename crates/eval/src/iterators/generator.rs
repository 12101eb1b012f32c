//! Generators: functions that yield, and generator expressions, which are built as such.

use crate::code::CodeId;
use crate::fault::{Fault, Result};
use crate::frame::Frame;
use crate::machine::Machine;
use crate::value::Value;

/// A function that yields, between two of its values.
#[derive(Debug)]
pub struct Resumable {
    code: CodeId,
    /// `None` when it has ended.
    frame: Option<Frame>,
}

impl Resumable {
    pub(crate) fn new(code: CodeId, frame: Frame) -> Self {
        Self { code, frame: Some(frame) }
    }
}

impl Machine<'_> {
    pub(crate) fn resume(&mut self, generator: &mut Resumable) -> Result<Option<Value>> {
        let Some(mut frame) = generator.frame.take() else { return Ok(None) };
        self.step()?;
        let code = &self.program.codes[generator.code.0 as usize];
        self.depth += 1;
        let result = self.run_deep(code, &mut frame);
        self.depth -= 1;
        match result {
            Ok(value) if std::mem::take(&mut self.yielded) => {
                generator.frame = Some(frame);
                Ok(Some(value))
            }
            Ok(_) => Ok(None),
            Err(mut fault) => {
                // It would end the consumer's loop; Python makes it an error.
                if let Fault::Raised(raised) = &mut *fault {
                    raised.stop_iteration_is_an_error();
                }
                Err(fault)
            }
        }
    }
}
