//! A program that does nothing but confine itself and become another, as it is told. For tests: the command line can do
//! the same.

fn main() {
    sandbox::confine_if_asked();
    eprintln!("this program is started by the sandbox only");
    std::process::exit(2);
}
