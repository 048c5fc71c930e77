//! What the programs share, as far as it is needed here.

#[allow(dead_code, reason = "each program uses its part")]
#[path = "../../tools/common/units.rs"]
pub mod units;
