//! One module per command: its options, and what it does.

pub mod adapter;
pub mod analyze;
mod bar;
pub mod call;
pub mod check;
pub mod check_proof;
pub mod classify;
pub mod compare;
mod compiling;
pub mod demo;
pub mod doctor;
pub mod explain;
pub mod export;
pub mod feedback;
pub mod folder;
pub mod grade;
pub mod new;
pub mod problem;
pub mod regrade;
pub mod replay;
pub mod report;
mod seconds;
pub mod setup;
pub mod suite;
mod suite_file;
pub mod verify;
