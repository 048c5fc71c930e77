//! Random cubes.

use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{CubeInDefinition, Cubies, is_odd};
use crate::puzzle::{Definition, Goal, Look, Position, Questions, below};
use fastrand::Rng;

/// Returns a cube drawn uniformly from all 43 252 003 274 489 856 000 reachable ones.
///
/// Corners and edges are shuffled; if the two permutations differ in parity, the last two edges are swapped, which
/// pairs up the arrangements and so stays uniform. Seven twists and eleven flips are free, the last of each makes the
/// sum right. Only the raw 64-bit output of `rng` is used, in a fixed order, so the cubes for a seed never change.
pub fn random_cube(rng: &mut Rng) -> Cubies {
    let mut cube = Cubies::SOLVED;
    shuffle(&mut cube.corners, rng);
    shuffle(&mut cube.edges, rng);
    if is_odd(&cube.corners) != is_odd(&cube.edges) {
        cube.edges.swap(EDGES - 2, EDGES - 1);
    }
    orient(&mut cube.twists[..CORNERS], 3, rng);
    orient(&mut cube.flips[..EDGES], 2, rng);
    cube
}

/// Random cubes in which a goal is reached: a last layer that is mixed, above two layers that are solved.
pub(super) struct PartScrambles {
    questions: Questions,
    cube: CubeInDefinition,
    /// The goals that cubes reach, and of each the positions, by their numbers.
    reached: Vec<(usize, Vec<usize>)>,
}

impl PartScrambles {
    /// Cubes in which one of these goals is reached; `None` if they are not about a 3x3x3 with all face turns, or no
    /// cube reaches them.
    pub fn new(questions: Questions) -> Option<Self> {
        let cube = CubeInDefinition::of(&questions.definition().shape, questions.moves())?;
        let mut scrambles = Self { questions, cube, reached: Vec::new() };
        for (number, question) in scrambles.questions.all().iter().enumerate() {
            let is_reached = |&target: &usize| scrambles.attempt((number, target), &mut Rng::with_seed(0)).is_some();
            let targets: Vec<usize> = (0..question.goal().targets().len()).filter(is_reached).collect();
            if !targets.is_empty() {
                scrambles.reached.push((number, targets));
            }
        }
        (!scrambles.reached.is_empty()).then_some(scrambles)
    }

    /// Returns a cube drawn uniformly from those that reach a goal; of several goals, one is drawn first. The cubes for
    /// a seed never change.
    pub fn draw(&self, random: &mut Rng) -> Cubies {
        let (number, targets) = &self.reached[below(self.reached.len() as u64, random) as usize];
        let target = targets[below(targets.len() as u64, random) as usize];
        self.attempt((*number, target), random).expect("some cubes reach it")
    }

    /// A cube that reaches a position of a goal. One of twelve arrangements, or more, is reachable, unless none is.
    fn attempt(&self, (number, target): (usize, usize), random: &mut Rng) -> Option<Cubies> {
        const ATTEMPTS: usize = 1000;
        let (goal, definition) = (self.questions.all()[number].goal(), self.questions.definition());
        let (target, (corners, edges)) = (&goal.targets()[target], self.cube.places());
        // Centres stay, so the position has to have them where they are.
        self.cube.has_same_others(goal.base(), target).then_some(())?;
        (0..ATTEMPTS).find_map(|_| {
            let mut looks = definition.solved.looks().to_vec();
            draw(definition, (goal, target), corners, &mut looks, random);
            draw(definition, (goal, target), edges, &mut looks, random);
            self.cube.cube(&Position::new(&definition.shape, looks)?, &definition.solved)
        })
    }
}

/// Draws pieces and orientations for some places, so that they look like the target of a goal. Pieces are those that
/// the goal does not tell apart from the one that it shows there.
fn draw(
    definition: &Definition,
    (goal, target): (&Goal, &Position),
    places: &[usize],
    looks: &mut [Look],
    random: &mut Rng,
) {
    let mut free: Vec<usize> = places.to_vec();
    for &place in places {
        let shown = target.look(place);
        let is_like = |&home: &usize| goal.base().look(free[home]).kind() == shown.kind();
        let fitting: Vec<usize> = (0..free.len()).filter(is_like).collect();
        let drawn = fitting[below(fitting.len() as u64, random) as usize];
        let home = free.swap_remove(drawn);
        let ways = definition.solved.period(place);
        let turned = shown.orientation + shown.period - goal.base().orientation(home);
        let hidden = below(u64::from(ways / shown.period), random) as u8 * shown.period;
        let Look { piece, orientation, .. } = definition.solved.look(home);
        looks[place] = Look { piece, period: ways, orientation }.turned(turned).turned(hidden);
    }
}

/// Shuffles by Fisher and Yates' method.
fn shuffle(pieces: &mut [u8], rng: &mut Rng) {
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, below(last as u64 + 1, rng) as usize);
    }
}

/// Draws random orientations that add up to a multiple of `ways`.
fn orient(orientations: &mut [u8], ways: u8, rng: &mut Rng) {
    let mut sum = 0;
    if let Some((last, free)) = orientations.split_last_mut() {
        for orientation in free {
            *orientation = below(u64::from(ways), rng) as u8;
            sum += *orientation;
        }
        *last = (ways - sum % ways) % ways;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cube, Format, format_reid};
    use super::*;
    use crate::puzzle::{Asker, NAMED_GOALS, Question, QuestionText};
    use std::sync::Arc;

    #[test]
    fn cubes_are_reachable_and_differ() {
        let mut rng = Rng::with_seed(1);
        let cubes: std::collections::HashSet<Cubies> = (0..1000).map(|_| random_cube(&mut rng)).collect();
        assert_eq!(cubes.len(), 1000);
        assert!(cubes.iter().all(|cube| cube.check_reachable().is_ok()));
    }

    /// Returns whether `counts` of one in `ways` of all draws are within five deviations of the expected one.
    fn are_even<'c>(counts: impl IntoIterator<Item = &'c u32>, draws: u32, ways: f64) -> bool {
        let expected = f64::from(draws) / ways;
        let deviation = (expected * (1.0 - 1.0 / ways)).sqrt();
        counts.into_iter().all(|&count| (f64::from(count) - expected).abs() < 5.0 * deviation)
    }

    /// Each of 12 edges is in each of 12 slots about 1/12 of the time, and flips and twists are even: within five
    /// deviations.
    #[test]
    fn pieces_and_orientations_are_spread_evenly() {
        const CUBES: u32 = 24_000;
        let mut rng = Rng::with_seed(2);
        let (mut edges, mut corners) = ([[0u32; EDGES]; EDGES], [[0u32; 3]; CORNERS]);
        let mut flips = [0u32; EDGES];
        for _ in 0..CUBES {
            let cube = random_cube(&mut rng);
            for slot in 0..EDGES {
                edges[slot][usize::from(cube.edges[slot])] += 1;
                flips[slot] += u32::from(cube.flips[slot]);
            }
            for slot in 0..CORNERS {
                corners[slot][usize::from(cube.twists[slot])] += 1;
            }
        }
        assert!(are_even(edges.iter().flatten(), CUBES, 12.0));
        assert!(are_even(corners.iter().flatten(), CUBES, 3.0));
        assert!(are_even(&flips, CUBES, 2.0));
    }

    fn kept(goals: &[&str]) -> Questions {
        let goals = goals.iter().map(ToString::to_string).collect();
        QuestionText { goals, ..QuestionText::about("3x3x3") }.read_all(Asker::Stranger).unwrap()
    }

    /// Each way from a drawn cube to the question, by the moves that make it, ends in the goal.
    #[test]
    fn every_goal_with_a_name_is_kept() {
        let mut rng = Rng::with_seed(3);
        let names = NAMED_GOALS.iter().map(|goal| goal.name).chain(["cross:any", "CORNERS:0-3;EDGES:all/orientation"]);
        for name in names {
            let questions = kept(&[name]);
            let scrambles = PartScrambles::new(questions.clone()).unwrap();
            for _ in 0..20 {
                let cube = Cube::from(scrambles.draw(&mut rng));
                let start = questions.start(None, &cube.format(Format::Moves).unwrap()).unwrap();
                let goals = questions.all().iter().map(|question| question.goal());
                let is_kept =
                    goals.zip(start.seen()).any(|(goal, seen)| goal.targets().iter().any(|t| Some(t) == seen.as_ref()));
                assert!(is_kept, "{name}: {cube}");
            }
        }
        // A flipped edge alone is no cube, and does not keep the other goal from being drawn.
        let edge = |piece: usize| format!("EDGES:{piece}");
        let flipped = kept(&[&edge(0)]).all()[0].clone();
        let definition = flipped.definition();
        let turned = definition.shape.range(1).start;
        let mut looks = definition.solved.looks().to_vec();
        looks[turned].orientation = 1;
        let flip = Position::new(&definition.shape, looks);
        let goal = Goal::of_pattern(definition, flip.unwrap());
        let impossible = Arc::new(Question::new(definition.clone(), flipped.moves().clone(), goal).unwrap());
        assert!(PartScrambles::new(Questions::new(vec![impossible.clone()])).is_none());
        let with_cross = Questions::new(vec![impossible, kept(&["cross"]).all()[0].clone()]);
        let scrambles = PartScrambles::new(with_cross).unwrap();
        (0..50).for_each(|_| assert_eq!(scrambles.draw(&mut rng).edges[4..8], Cubies::SOLVED.edges[4..8]));
        let pocket = QuestionText::about("2x2x2").read_all(Asker::Stranger).unwrap();
        assert!(PartScrambles::new(pocket).is_none());
    }

    /// The last layer of two solved ones: each of 27 orientations of corners and of 8 flips of edges equally often, and
    /// each corner in each place, within five deviations.
    #[test]
    fn last_layers_are_spread_evenly() {
        const CUBES: u32 = 20_000;
        let (mut rng, scrambles) = (Rng::with_seed(4), PartScrambles::new(kept(&["f2l"])).unwrap());
        let (mut twists, mut flips, mut places) = ([0u32; 27], [0u32; 8], [[0u32; 4]; 4]);
        for _ in 0..CUBES {
            let cube = scrambles.draw(&mut rng);
            let digits = |orientations: &[u8], base: usize| {
                orientations.iter().fold(0, |rank, &orientation| rank * base + usize::from(orientation))
            };
            twists[digits(&cube.twists[..3], 3)] += 1;
            flips[digits(&cube.flips[..3], 2)] += 1;
            (0..4).for_each(|slot| places[slot][usize::from(cube.corners[slot])] += 1);
        }
        assert!(are_even(&twists, CUBES, 27.0), "{twists:?}");
        assert!(are_even(&flips, CUBES, 8.0), "{flips:?}");
        assert!(are_even(places.iter().flatten(), CUBES, 4.0), "{places:?}");
    }

    /// A change here changes every published random experiment.
    #[test]
    fn seeds_are_stable() {
        let mut rng = Rng::with_seed(42);
        assert_eq!(
            format_reid(&random_cube(&mut rng)),
            "FU RF FL UB LU DL UR DB BR BL DR FD FDR FLD URB BDL LUB DBR RUF ULF"
        );
        assert_eq!(
            format_reid(&random_cube(&mut rng)),
            "RU UF LD BL BD LF DF DR RF RB BU LU LFU UFR DLB LUB FLD RDB RFD BUR"
        );
    }
}
