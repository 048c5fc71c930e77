//! The values of plots as one CSV file: a line for each point.

use super::{Plot, Series};
use crate::table::Table;
use anyhow::{Result, anyhow, ensure};
use csv::Position;

/// The name of the file beside a report.
pub const FILE: &str = "plots.csv";

const HEADING: [&str; 11] =
    ["plot", "title", "x_label", "y_label", "x_scale", "y_scale", "line", "group", "published", "x", "y"];

/// The values of plots.
pub fn written(plots: &[Plot]) -> Table {
    let mut table = Table::new("", HEADING);
    for Plot { name, title, x: x_label, y: y_label, log, series } in plots {
        let scale = |log: bool| if log { "log" } else { "linear" };
        let (across, upwards) = (scale(log.0), scale(log.1));
        for Series { name: line, group, points, published } in series {
            for (x, y) in points {
                let head = [name, title, x_label, y_label, across, upwards, line, group].map(str::to_owned);
                table.row(head.into_iter().chain([published.to_string(), x.to_string(), y.to_string()]));
            }
        }
    }
    table
}

/// Reads plots again. Consecutive lines of one plot and one line of it belong together.
///
/// # Errors
/// A sentence that begins with the place of the first mistake.
pub fn read(text: &str) -> Result<Vec<Plot>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let heading = reader.headers()?;
    ensure!(!heading.is_empty(), "line 1: the heading is missing");
    ensure!(*heading == HEADING[..], "line 1: the heading is not `{}`", HEADING.join(","));
    let mut plots: Vec<Plot> = Vec::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, Position::line);
        add(&mut plots, &row.iter().collect::<Vec<_>>()).map_err(|error| anyhow!("line {line}: {error}"))?;
    }
    Ok(plots)
}

fn add(plots: &mut Vec<Plot>, cells: &[&str]) -> Result<()> {
    let &[name, title, x_label, y_label, x_scale, y_scale, line, group, published, x, y] = cells else {
        return Err(anyhow!("there are {} values, where {} belong", cells.len(), HEADING.len()));
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let named = !name.is_empty() && !name.starts_with('.') && name.chars().all(is_name);
    ensure!(named, "`{}` is not the name of a plot: letters, digits, `-` and `_`", name.escape_default());
    let published = published.parse().map_err(|_| anyhow!("`{published}` is neither `true` nor `false`"))?;
    let (log, point) = ((is_log(x_scale)?, is_log(y_scale)?), (number(x)?, number(y)?));
    if plots.last().is_none_or(|plot| plot.name != *name) {
        plots.push(Plot::new([name, title], [x_label, y_label], log, []));
    }
    let series = &mut plots.last_mut().expect("there is one").series;
    match series.last_mut().filter(|series| series.name == *line) {
        Some(series) => series.points.push(point),
        None => series.push(Series { published, ..Series::new(line, [point]).of(group) }),
    }
    Ok(())
}

fn is_log(scale: &str) -> Result<bool> {
    match scale {
        "log" => Ok(true),
        "linear" => Ok(false),
        _ => Err(anyhow!("`{}` is neither `log` nor `linear`", scale.escape_default())),
    }
}

fn number(text: &str) -> Result<f64> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| anyhow!("`{}` is not a number", text.escape_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plots() -> Vec<Plot> {
        let plot = |name: &str, log| {
            let series = [
                Series::new("t10", [(1.0, 0.1), (2.0, 1.0 / 3.0)]),
                Series::published("t10, report", [(1.0, 1e-7)]).of("t10"),
            ];
            Plot::new([name, "a, \"b\""], ["threads", "time (s)"], log, series)
        };
        vec![plot("one", (true, false)), plot("two", (false, true))]
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(read(&written(&plots()).csv()).unwrap(), plots());
        assert_eq!(read(&written(&[]).csv()).unwrap(), []);
    }

    #[test]
    fn mistakes_have_a_place() {
        let text = written(&plots()).csv();
        for (from, to, sentence) in [
            ("plot,title", "plot;title", "line 1: the heading is not"),
            ("0.1\n", "much\n", "line 2: `much` is not a number"),
            ("0.1\n", "NaN\n", "line 2: `NaN` is not a number"),
            ("0.1\n", "0.1,2\n", "line 2: there are 12 values, where 11 belong"),
            ("false,2", "no,2", "line 3: `no` is neither"),
            ("linear,t10,t10,true", "linear,t10,t10,true", ""),
            ("linear,log", "curved,log", "line 5: `curved` is neither"),
            ("\none,", "\n../one,", "line 2: `../one` is not the name of a plot"),
            ("\none,", "\n.,", "line 2: `.` is not the name of a plot"),
            ("true,1,0.0000001\n", "true,1,\"0.0000001\n", "values, where 11 belong"),
        ] {
            let result = read(&text.replacen(from, to, 1));
            let message = result.map_or_else(|error| error.to_string(), |_| String::new());
            assert!(message.contains(sentence) && message.is_empty() == sentence.is_empty(), "{to}: {message}");
        }
        assert!(read("").is_err());
    }
}
