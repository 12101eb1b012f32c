//! A plain page of tables.

use maud::{DOCTYPE, PreEscaped, html};

use crate::plain::line;

/// Title, header, rows.
pub type Shown = (String, Vec<String>, Vec<Vec<String>>);

pub fn page(title: &str, remark: &str, tables: &[Shown]) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (line(title)) }
                style { (PreEscaped(include_str!("feedback.css"))) (PreEscaped(STYLE)) }
            }
            body {
                main.wide {
                    h1 { (line(title)) }
                    @for (title, head, rows) in tables {
                        table {
                            caption { (line(title)) }
                            thead { tr { @for cell in head { th scope="col" { (line(cell)) } } } }
                            tbody {
                                @for row in rows {
                                    tr {
                                        @for (index, cell) in row.iter().enumerate() {
                                            @if index == 0 { th scope="row" { (line(cell)) } } @else { td { (line(cell)) } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                    p { (remark) }
                }
            }
        }
    }
    .into_string()
}

const STYLE: &str = "
main.wide { max-width: 70rem; }
table { border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.4rem 0; }
th, td { padding: 0.25rem 0.8rem; text-align: right; border-bottom: 1px solid light-dark(#e2e4e8, #333740); }
th:first-child { text-align: left; }
thead th { font-weight: 600; }
tbody th { font-weight: 400; }
";
