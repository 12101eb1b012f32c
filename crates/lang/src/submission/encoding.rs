//! The text of a Python file, from its bytes, where it is certain that Python reads the same text.
//!
//! Python decodes a file as the comment in one of its first two lines says, and a codec can make any program of any bytes.
//! So only declarations of UTF-8 are followed, and of a few codecs that decode ASCII to itself, for files in ASCII. All other
//! files, and those with characters that Python's tokenizer and this parser treat differently, give a reason not to read them.
//! Guarded by the tests below, which ask the machine's CPython.

/// Codecs, as Python normalizes their names, that decode ASCII characters to themselves.
const ASCII_CODECS: &[&str] = &[
    "ascii",
    "us-ascii",
    "646",
    "latin-1",
    "latin1",
    "latin",
    "l1",
    "iso-8859-1",
    "iso8859-1",
    "iso-latin-1",
    "iso-8859-15",
    "cp1252",
    "windows-1252",
];

/// The text that Python reads, or why that is not certain. The reason continues the name of the file: "`a.py` …".
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    let marked = bytes.starts_with(b"\xef\xbb\xbf");
    let text = String::from_utf8(bytes).map_err(|_| "is not in UTF-8".to_owned())?;
    let text = super::normalized(&text);
    if let Some(name) = text.split('\n').take(2).flat_map(declared).find(|name| !is_known(name, marked, &text)) {
        return Err(format!("declares the encoding `{name}`, which cannot be proved; save it as UTF-8"));
    }
    let unreadable = |c: &char| (c.is_ascii_control() && !matches!(c, '\n' | '\t')) || *c == '\u{feff}';
    if let Some(character) = text.chars().find(unreadable) {
        let code = u32::from(character);
        return Err(format!("contains the control character U+{code:04X}, which cannot be proved; remove it"));
    }
    if !consistent_indentation(&text) {
        return Err("is indented with tabs and spaces, which cannot be proved; use one of them".to_owned());
    }
    Ok(text)
}

/// The encodings that a line declares: what follows `coding:` or `coding=` in its comment. Python takes the first.
fn declared(line: &str) -> Vec<&str> {
    if !line.trim_start_matches([' ', '\t', '\u{c}']).starts_with('#') {
        return Vec::new();
    }
    let names = line.match_indices("coding").filter_map(|(at, word)| {
        let rest = line[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')));
        Some(&rest[..end.unwrap_or(rest.len())])
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// Whether Python reads the text as it is if this is declared. With a byte order mark, it accepts nothing but UTF-8.
fn is_known(name: &str, marked: bool, text: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is_utf_8 = matches!(&*name, "utf-8" | "utf-8-sig" | "utf-8-unix" | "utf-8-dos" | "utf-8-mac");
    let is_utf_8_too = matches!(&*name, "utf8" | "utf" | "u8");
    is_utf_8 || (!marked && (is_utf_8_too || (ASCII_CODECS.contains(&&*name) && text.is_ascii())))
}

/// Whether all ways to measure tabs order the indentations of the text alike. Python compares them with tabs of eight columns
/// and of one, and raises `TabError` if the two disagree.
fn consistent_indentation(text: &str) -> bool {
    let indentation = |line: &'_ str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut all: Vec<&str> = text.split('\n').map(|line| &line[..indentation(line)]).collect();
    all.sort_unstable();
    all.dedup();
    if !all.iter().any(|indent| indent.contains('\t')) {
        return true;
    }
    let width = |indent: &str, tab: usize| {
        indent.chars().fold(0, |at, c| if c == '\t' { (at / tab + 1) * tab } else { at + 1 })
    };
    let widths: Vec<[usize; 3]> =
        all.iter().map(|indent| [width(indent, 1), width(indent, 2), width(indent, 8)]).collect();
    let alike = |a: &[usize; 3], b: &[usize; 3]| {
        let orders = [a[0].cmp(&b[0]), a[1].cmp(&b[1]), a[2].cmp(&b[2])];
        orders[0] == orders[1] && orders[1] == orders[2]
    };
    // Few indentations differ in a file that a person wrote.
    widths.len() <= 200 && widths.iter().all(|a| widths.iter().all(|b| alike(a, b)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::text_of;

    const READ: &[&[u8]] = &[
        b"x = 1\n",
        b"",
        "x = 'h\u{e9}'\n".as_bytes(),
        b"\xef\xbb\xbfx = 1\n",
        b"\xef\xbb\xbf# coding: utf-8\nx = 1\n",
        b"\xef\xbb\xbf# coding: utf_8_sig\nx = 1\n",
        b"# -*- coding: utf-8 -*-\nx = '\xc3\xa9'\n",
        b"#!/usr/bin/python3\n# vim: set fileencoding=UTF8 :\nx = '\xc3\xa9'\n",
        b"# coding: utf-8-unix\nx = 1\n",
        b"# coding: ascii\nx = 1\n",
        b"# coding: Latin_1\nx = 1\n",
        b"# coding=cp1252\r\nx = 1\r\n",
        b"\n\n# coding: unicode_escape\n# \\nx = 2\nx = 1\n",
        b"# the coding of unicode_escape\nx = 1\n",
        b"x = '''a\rb'''\ry = 2\r\nz = 3\n",
        "x = 'a\u{85}b\u{2028}c'  # \u{2029}\ny = 1\n".as_bytes(),
        b"if 1:\n\tx = 1\n\tif x:\n\t\tx = 2\n",
        b"x = (1,\n\t    2)\nif x:\n\ty = 2\n",
    ];

    const REFUSED: &[&[u8]] = &[
        b"# coding: unicode_escape\n# \\nx = 2\n",
        b"# coding: raw_unicode_escape\n# \\u000ax = 2\n",
        b"# coding: utf-7\n# +AAo-x = 2\n",
        b"# coding: unicode_escape utf-8\n# \\nx = 2\n",
        b"# utf-8 coding: unicode_escape\n# \\nx = 2\n",
        b"# coding: \n# coding: unicode_escape\n# \\nx = 2\n",
        b"# coding: coding:unicode_escape\n# \\nx = 2\n",
        b"\x0c# coding: unicode_escape\n# \\nx = 2\n",
        b"#\r# coding: unicode_escape\r# \\nx = 2\n",
        b"\r\n \t#coding=unicode_escape\n# \\nx = 2\n",
        b"\xef\xbb\xbf# coding: unicode_escape\n# \\nx = 2\n",
        b"\xef\xbb\xbf# coding: latin-1\nx = 1\n",
        b"\xef\xbb\xbf# coding: utf8\nx = 1\n",
        b"\xef\xbb\xbf\xef\xbb\xbfx = 1\n",
        b"# coding: latin-1\nx = '\xc3\xa9'\n",
        b"# coding: rot13\nk = 1\n",
        b"# coding: utf-16\nx = 1\n",
        b"# coding: cp037\nx = 1\n",
        b"# coding: shift_jis\nx = '\\'\n",
        b"x = '\xe9'\n",
        b"\xff\xfex\x00",
        b"x = 1\0\ny = 2\n",
        b"if 1:\n  x = 1\n\x0cy = 2\n",
        b"x = 1\x0by = 2\n",
        b"x = 1\n\x1a",
        b"if 1:\n\tif 1:\n        x = 1\n",
        b"if 1:\n        if 1:\n\tx = 1\n",
    ];

    #[test]
    fn other_encodings_are_refused() {
        for bytes in REFUSED {
            let shown = String::from_utf8_lossy(bytes);
            assert!(text_of(bytes.to_vec()).is_err(), "{shown:?}");
        }
    }

    /// What is read means the same to CPython when it gets the bytes and when it gets the text.
    #[test]
    fn what_is_read_is_what_python_reads() {
        for bytes in READ {
            let shown = String::from_utf8_lossy(bytes);
            let text = text_of(bytes.to_vec()).unwrap_or_else(|reason| panic!("{shown:?} {reason}"));
            assert_eq!(tree(bytes), tree(text.as_bytes()), "{shown:?}");
            assert!(!tree(bytes).is_empty(), "{shown:?}");
        }
    }

    /// The tree that CPython makes of a file; empty if it refuses the file.
    fn tree(bytes: &[u8]) -> String {
        let code = "import ast, sys\nprint(ast.dump(ast.parse(sys.stdin.buffer.read())))";
        let mut python = Command::new("python3")
            .args(["-c", code])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("python3 starts");
        python.stdin.take().expect("piped").write_all(bytes).expect("python3 reads");
        String::from_utf8(python.wait_with_output().expect("python3 ends").stdout).expect("text")
    }
}
