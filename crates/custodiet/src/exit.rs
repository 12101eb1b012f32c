//! Exit codes, the same for every command.

/// Success, possibly with warnings.
pub const FINE: u8 = 0;
/// The answer is "no": error diagnostics, a problem file that can raise or is incomplete, a failing pair.
pub const NO: u8 = 1;
/// Wrong use: an unknown option, an invalid name, a file that cannot be read or is in the way. `clap` exits with it, too.
pub const USAGE: u8 = 2;
/// An internal error, or output that cannot be written.
pub const INTERNAL: u8 = 3;
/// Nothing is refuted, but something is undecided.
pub const UNDECIDED: u8 = 4;
/// Interrupted by Ctrl-C: what a shell reports for a process that SIGINT ended.
pub const INTERRUPTED: u8 = 130;

/// The table at the end of `custodiet --help`.
pub fn table() -> String {
    format!(
        "\
Exit codes:
  {FINE}    success
  {NO}    the answer is no: errors in the problem file, a problem file that can raise or is incomplete,
         a failing pair, an invalid proof, a suite that fails verification, a faulty submission
  {USAGE}    incorrect usage
  {INTERNAL}    internal error, or output that cannot be written
  {UNDECIDED}    nothing is refuted, but something is undecided: a proof that holds in one order only,
         a submission that cannot be decided
  {INTERRUPTED}  interrupted"
    )
}
