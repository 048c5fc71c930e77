//! The answer to a search: the record of `solve --output jsonl`.

use super::{ErrorRecord, SearchRecord, shown};
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Algorithm, InputError};
use cubepdb::internals::nxn::Size;
use cubepdb::{Solution, SolveError, Solver, Statistics};
use serde_json::{Value, json};

/// What was asked.
pub struct Question {
    pub text: String,
    pub size: Size,
    pub metric: MetricKind,
}

impl Question {
    /// The record of a text that is no cube.
    pub fn invalid(&self, error: &InputError) -> Value {
        let error = json!({ "status": "invalid", "error": ErrorRecord::of_input(error) });
        self.record(None, &Statistics::default(), error)
    }

    /// The record of an answer; a sentence if there is none because something is wrong with this machine.
    pub fn answered(&self, solver: &Solver, answer: Result<Solution, SolveError>) -> Result<Value, String> {
        let (statistics, rest) = match answer {
            Ok(solution) => {
                let limit = solution.incomplete();
                let turned = |word: &Algorithm| match self.metric {
                    MetricKind::HalfTurn => word.to_string(),
                    // As people turn it: two equal quarter turns are one half turn.
                    MetricKind::QuarterTurn => word.merged().to_string(),
                };
                let solutions: Vec<String> = solution.all().iter().map(turned).collect();
                let rest = json!({
                    "status": if limit.is_none() { "solved" } else { "timeout" },
                    "length": solution.length(),
                    "optimal": solution.is_optimal(),
                    "solutions": solutions,
                    "lower_bound": solution.lower_bound(),
                    "error": limit.map(ErrorRecord::of_limit),
                });
                (solution.statistics().clone(), rest)
            }
            Err(SolveError::NoSolution { lower_bound, statistics }) => {
                (statistics, json!({ "status": "no_solution", "lower_bound": lower_bound }))
            }
            Err(SolveError::Stopped { reason, lower_bound, statistics }) => {
                let error = ErrorRecord::of_limit(reason);
                (statistics, json!({ "status": "timeout", "lower_bound": lower_bound, "error": error }))
            }
            Err(error) => return Err(error.to_string()),
        };
        Ok(self.record(Some(solver), &statistics, rest))
    }

    /// A record with all fields; those of `rest` take the place of the usual ones.
    fn record(&self, solver: Option<&Solver>, statistics: &Statistics, rest: Value) -> Value {
        let tables: Vec<String> =
            solver.map(|solver| solver.tables().iter().map(|table| table.name()).collect()).unwrap_or_default();
        let is_two_sided = tables.iter().any(|name| name.starts_with("h48"));
        let strategy = match self.size {
            Size::THREE if is_two_sided => "two-sided",
            Size::THREE if tables.is_empty() => "auto",
            _ => "one-sided",
        };
        let mut record = json!({
            "id": 1,
            "input": shown(self.text.as_bytes()),
            "metric": self.metric.name(),
            "status": null,
            "length": null,
            "optimal": false,
            "solutions": [],
            "lower_bound": null,
            "nodes": statistics.nodes,
            "lookups": statistics.lookups,
            "tt": null,
            "seconds": statistics.time.as_secs_f64(),
            "threads": solver.map_or(1, Solver::threads),
            "tables": tables,
            "search": SearchRecord::usual(self.size, strategy),
            "error": null,
        });
        let (Value::Object(all), Value::Object(rest)) = (&mut record, rest) else { unreachable!("both are objects") };
        all.extend(rest);
        record
    }
}
