//! Plain pages: the frame of pages for students and pages of tables, and tables.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::plain::line;

/// Title, header, rows.
pub type TitledTable = (String, Vec<String>, Vec<Vec<String>>);

pub fn page(title: &str, remark: &str, tables: &[TitledTable]) -> String {
    let content = html! {
        main.wide {
            h1 { (line(title)) }
            @for (title, head, rows) in tables {
                h2 { (line(title)) }
                div.scroll tabindex="0" role="region" aria-label=(line(title)) { (table(head, rows)) }
            }
            p { (remark) }
        }
    };
    document(title, STYLE, &content)
}

/// A self-contained page that loads nothing and runs no script.
pub fn document(title: &str, style: &str, content: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (line(title)) }
                style { (PreEscaped(include_str!("feedback.css"))) (PreEscaped(style)) }
            }
            body { (content) }
        }
    }
    .into_string()
}

fn table(head: &[String], rows: &[Vec<String>]) -> Markup {
    html! {
        table {
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
}

// A wide table scrolls in its own frame; the names of its rows stay in view.
const STYLE: &str = "
main.wide { max-width: 70rem; }
.scroll { overflow-x: auto; margin-bottom: 1.5rem; }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.8rem; text-align: right; border-bottom: 1px solid light-dark(#e2e4e8, #333740); }
th:first-child { text-align: left; position: sticky; left: 0; background: light-dark(#fff, #16181d); min-width: min(13rem, 40vw); max-width: 40vw; overflow-wrap: anywhere; }
@media print { .scroll { overflow: visible; } }
thead th { font-weight: 600; }
tbody th { font-weight: 400; }
";
