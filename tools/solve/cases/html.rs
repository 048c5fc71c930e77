//! The page of a set.

use super::search::Cases;
use cubepdb::record::CaseRecord;
use cubepdb::{Cube, picture::last_layer};
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
ul { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); list-style: none; padding: 0; }
li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; display: flex; gap: 1rem; padding: 0.75rem; }
svg { border-radius: 4px; flex: none; height: 88px; width: 88px; }
h2 { font-size: 1rem; margin: 0; }
p { margin: 0.2rem 0; }
code { font-size: 0.95rem; }";

/// A page with a picture of each case, its name and its algorithms.
pub fn page(set: &str, cases: &Cases, unsolved: &str, found: &[(Cube, CaseRecord)]) -> String {
    let (set, question, number) = (escaped(&set.to_uppercase()), escaped(cases.question()), found.len());
    let unsolved = if unsolved.is_empty() { String::new() } else { format!(" {}.", escaped(unsolved)) };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{set}: {number} cases</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{set}: {number} cases</h1>\n\
         <p>{question}. It is proven that there are no shorter algorithms for a case with these moves, or no cheaper ones. The last \
         layer is seen from above, yellow, with green in front.{unsolved}</p>\n<ul>\n",
    );
    for (cube, record) in found {
        let picture = last_layer(cube, cases.shows_top_alone()).svg();
        let picture = picture.find("<svg").map_or("", |start| &picture[start..]);
        let _ = write!(page, "<li>{picture}\n<div><h2>{}</h2>", escaped(&record.case));
        for solution in &record.solutions {
            let _ = write!(page, "\n<p><code>{}</code> {}</p>", escaped(solution), cases.tag(solution));
        }
        if record.solutions.is_empty() {
            let _ = write!(page, "\n<p>{}</p>", cases.needed(record.lower_bound));
        }
        page.push_str("</div></li>\n");
    }
    page.push_str("</ul>\n</body>\n</html>\n");
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
