//! The control group of a job's workers, or of its compiler, made when it is first needed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sandbox::{ControlGroup, GroupLimits};

use crate::worker::RunConfig;

/// What the kernel needs for a program beside the memory that it asked for: buffers, tables, stacks. A program should meet its
/// own limit first, and handle it.
const KERNEL_MEMORY: u64 = 32 << 20;

/// Names are used once.
static NUMBER: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Default)]
pub struct LazyGroup {
    made: Option<(GroupLimits, Arc<ControlGroup>)>,
}

impl LazyGroup {
    /// `None` if this run has no control groups.
    pub fn get(&mut self, config: &RunConfig, memory: u64, processes: u64) -> io::Result<Option<Arc<ControlGroup>>> {
        let Some(groups) = &config.groups else { return Ok(None) };
        // Twice as many as are allowed: our own check notices first, and says what the matter is.
        let limits = GroupLimits { memory: memory + KERNEL_MEMORY, processes: 2 * processes };
        if let Some((of, group)) = &self.made
            && *of == limits
        {
            return Ok(Some(group.clone()));
        }
        let name = format!("{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let group = Arc::new(groups.group(&name, limits)?);
        self.made = Some((limits, group.clone()));
        Ok(Some(group))
    }
}
