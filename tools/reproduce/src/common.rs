//! Modules shared with `solve` and `pdbgen`.

#[path = "../../common/bus.rs"]
pub mod bus;
#[path = "../../common/chart.rs"]
pub mod chart;
#[path = "../../common/cli.rs"]
pub mod cli;
#[path = "../../common/csv.rs"]
pub mod csv;
#[path = "../../common/exit.rs"]
pub mod exit;
#[path = "../../common/lines.rs"]
pub mod lines;
#[path = "../../common/manual.rs"]
pub mod manual;
#[path = "../../common/memory.rs"]
pub mod memory;
#[path = "../../common/nearest.rs"]
pub mod nearest;
#[path = "../../common/output.rs"]
pub mod output;
#[path = "../../common/signals.rs"]
pub mod signals;
#[path = "../../common/status.rs"]
pub mod status;
#[path = "../../common/units.rs"]
pub mod units;
