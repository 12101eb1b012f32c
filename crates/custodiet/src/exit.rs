//! Exit codes, the same for every command.

/// Fine. Warnings included.
pub const FINE: u8 = 0;
/// The answer is "no": error diagnostics, a problem file that can raise or is incomplete, a failing pair.
pub const NO: u8 = 1;
/// Wrong use: an unknown option, a name that cannot be used, a file that is in the way. Also what `clap` exits with.
pub const USAGE: u8 = 2;
/// An internal fault, or output that cannot be written.
pub const INTERNAL: u8 = 3;
/// Interrupted by Ctrl-C: what a shell reports for a process ended by SIGINT.
pub const INTERRUPTED: u8 = 130;

/// The table at the end of `custodiet --help`.
pub fn table() -> String {
    format!(
        "\
Exit codes:
  {FINE}    fine
  {NO}    the answer is no: errors in the problem file, a file that can raise or is incomplete,
         a failing pair, a proof that proves nothing, a suite that is not true, a faulty submission
  {USAGE}    wrong use
  {INTERNAL}    an internal fault, or output that cannot be written
  {INTERRUPTED}  interrupted"
    )
}
