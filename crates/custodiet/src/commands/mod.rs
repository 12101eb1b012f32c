//! One module per command: its options, and what it does.

pub mod check;
pub mod demo;
pub mod explain;
pub mod new;
