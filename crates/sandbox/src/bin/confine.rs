//! A program that only confines itself and becomes another one, for tests. The command line can do the same.

fn main() {
    sandbox::confine_if_asked();
    eprintln!("this program can be started by the sandbox only");
    std::process::exit(2);
}
