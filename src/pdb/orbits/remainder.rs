//! The remainder of an orbit: the pieces that a part does not show, in the places that it leaves.

use super::lens::{BLANK, Lens};
use super::part::Part;
use super::steps::Steps;
use crate::cube::is_odd;
use crate::puzzle::Position;

/// The pieces of an orbit that another part, the host, does not show. Their arrangement is read in the places that the
/// host leaves, in ascending order; a step permutes it in a way that depends on the host's value alone.
///
/// If the host's value decides whether the arrangement is an even permutation, only even ones are listed: under host
/// values with odd arrangements, two pieces stand for each other.
#[derive(Clone, Debug)]
pub struct Remainder {
    lens: Lens,
    /// The places that each host value leaves.
    left: Vec<u8>,
    count: usize,
    /// True for host values with odd arrangements, if that is decided.
    odd: Option<Vec<bool>>,
    /// The two kinds that stand for each other.
    swapped: [u8; 2],
}

impl Remainder {
    /// The pieces that `lens` shows of the orbit, which are those that the host's only lens does not show. `swapped`
    /// are two kinds of single pieces, if all kinds are, and have one period.
    pub fn new(lens: Lens, swapped: Option<[u8; 2]>, host: &Part, steps: &Steps, targets: &[Position]) -> Option<Self> {
        let places_left = |value: usize| {
            let kinds = &host.view(value)[..lens.places()];
            (0..lens.places() as u8).filter(move |&place| kinds[usize::from(place)] == BLANK)
        };
        let count = places_left(0).count();
        let left = (0..host.len()).flat_map(places_left).collect();
        let mut remainder = Self { lens, left, count, odd: None, swapped: swapped.unwrap_or_default() };
        if swapped.is_some() {
            remainder.odd = remainder.signs(host, steps, targets)?;
        }
        Some(remainder)
    }

    /// Number of bytes of an arrangement: a kind and then an orientation for each place.
    pub fn width(&self) -> usize {
        2 * self.count
    }

    /// The arrangement of a position; `None` if it cannot be reached.
    pub fn content(&self, host: &Part, position: &Position) -> Option<Vec<u8>> {
        let value = host.value(position)?;
        let mut content = self.plain(value, position)?;
        if self.is_odd(value) {
            self.swap(&mut content);
        }
        Some(content)
    }

    /// The action of a step under a host value: for each place the rank of the place where its piece comes from, then
    /// the twists, then whether the two pieces change their roles.
    pub fn action(&self, host: &Part, value: usize, step: usize, steps: &Steps) -> Vec<u8> {
        let next = host.image(value, step);
        let (before, after) = (self.places(value), self.places(next));
        let by = &steps.all[step];
        let source = |to: u8| by.source(self.lens.first() + usize::from(to)) - self.lens.first();
        let rank = |place: usize| before.iter().position(|&known| usize::from(known) == place).expect("left as well");
        let ranks = after.iter().map(|&to| rank(source(to)) as u8);
        let twists = after.iter().map(|&to| by.twist(self.lens.first() + usize::from(to)));
        let mut key: Vec<u8> = ranks.chain(twists).collect();
        key.push(u8::from(self.is_odd(value) != self.is_odd(next)));
        key
    }

    /// Writes an arrangement after an action.
    pub fn act(&self, content: &[u8], action: &[u8], moved: &mut [u8]) {
        for to in 0..self.count {
            let from = usize::from(action[to]);
            moved[to] = content[from];
            moved[self.count + to] =
                self.lens.twisted(content[from], content[self.count + from], action[self.count + to]);
        }
        if action[2 * self.count] == 1 {
            self.swap(moved);
        }
    }

    /// Writes an arrangement into a position.
    pub fn show(&self, host: &Part, value: usize, content: &[u8], position: &mut Position) {
        debug_assert!(value < host.len());
        let mut content = content.to_vec();
        if self.is_odd(value) {
            self.swap(&mut content);
        }
        let mut view = vec![0; self.lens.width()];
        view[..self.lens.places()].fill(BLANK);
        for (rank, &place) in self.places(value).iter().enumerate() {
            view[usize::from(place)] = content[rank];
            view[self.lens.places() + usize::from(place)] = content[self.count + rank];
        }
        self.lens.show(&view, position);
    }

    fn places(&self, value: usize) -> &[u8] {
        &self.left[value * self.count..(value + 1) * self.count]
    }

    fn is_odd(&self, value: usize) -> bool {
        self.odd.as_ref().is_some_and(|odd| odd[value])
    }

    fn swap(&self, content: &mut [u8]) {
        let [a, b] = self.swapped;
        for kind in &mut content[..self.count] {
            *kind = if *kind == a {
                b
            } else if *kind == b {
                a
            } else {
                *kind
            };
        }
    }

    /// The arrangement of a position as it is.
    fn plain(&self, value: usize, position: &Position) -> Option<Vec<u8>> {
        let mut view = Vec::new();
        self.lens.see(position, &mut view).then_some(())?;
        let places = || self.places(value).iter().map(|&place| usize::from(place));
        Some(places().map(|place| view[place]).chain(places().map(|place| view[self.lens.places() + place])).collect())
    }

    /// Returns which host values have odd arrangements, if that value decides it.
    #[expect(clippy::option_option, reason = "the outer one is a position that cannot be seen")]
    fn signs(&self, host: &Part, steps: &Steps, targets: &[Position]) -> Option<Option<Vec<bool>>> {
        let mut signs: Vec<Option<bool>> = vec![None; host.len()];
        let mut stack = Vec::new();
        let mut is_decided = true;
        let mut set =
            |signs: &mut Vec<Option<bool>>, stack: &mut Vec<usize>, value: usize, sign: bool| match signs[value] {
                None => {
                    signs[value] = Some(sign);
                    stack.push(value);
                }
                Some(known) => is_decided &= known == sign,
            };
        for target in targets {
            let value = host.value(target)?;
            let content = self.plain(value, target)?;
            set(&mut signs, &mut stack, value, is_odd(&content[..self.count]));
        }
        while let Some(value) = stack.pop() {
            let sign = signs[value].expect("set before it was put on the stack");
            for step in 0..steps.all.len() {
                let action = self.action(host, value, step, steps);
                set(&mut signs, &mut stack, host.image(value, step), sign != is_odd(&action[..self.count]));
            }
        }
        Some(if is_decided { signs.into_iter().collect() } else { None })
    }
}
