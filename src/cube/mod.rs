//! The 3x3x3 cube: cubies, moves, metrics, symmetries, canonical move order, and the laws of reachable cubes.

mod alphabet;
mod canonical;
mod cubies;
pub mod geometry;
mod in_definition;
mod metric;
mod moves;
mod packed;
mod pairs;
#[cfg(target_arch = "x86_64")]
mod simd;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod simd128;
mod symmetry;
mod two_phase;
mod validate;

pub use alphabet::CubeAlphabet;
pub(crate) use canonical::normal_form_within;
pub use canonical::{CanonicalContext, CanonicalOrder, normal_form};
pub use cubies::{Cubies, MOVE_CUBIES};
pub use in_definition::CubeInDefinition;
pub use metric::Metric;
pub use moves::{FaceSet, FaceTurn, Faces, MoveMask, MoveSequence, Moves};
/// The implementation that every processor of this target can run.
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
pub use packed::Portable as Baseline;
pub use packed::{CornerLanes, CornerParts, EdgeLanes, EdgeMap, EdgeView, Lanes, MOVE_CUBES, PackedCube, Portable};
pub use pairs::{Images, distances_of_pairs};
#[cfg(target_arch = "x86_64")]
pub use simd::{Avx2, Avx512};
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
pub use simd128::Simd128 as Baseline;
pub use symmetry::Symmetry;
pub use two_phase::{Shorter, first_phase_bound, moves_to, shorter_solutions};
pub use validate::{Unreachable, is_odd};
