//! Classes of things that are equal to each other directly or through others.

/// A partition of the numbers below some count.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// A lower number of the same class, or the number itself if it is the lowest one.
    lower: Vec<usize>,
}

impl Classes {
    /// As many classes of one number each.
    pub fn new(count: usize) -> Self {
        Self { lower: (0..count).collect() }
    }

    /// The lowest number of the class of a number.
    pub fn lowest(&self, number: usize) -> usize {
        let mut lowest = number;
        while self.lower[lowest] != lowest {
            lowest = self.lower[lowest];
        }
        lowest
    }

    /// Makes one class of those of two numbers.
    pub fn join(&mut self, one: usize, other: usize) {
        let [lowest_of_one, lowest_of_other] = [one, other].map(|number| self.lowest(number));
        let lowest = lowest_of_one.min(lowest_of_other);
        // Also that of the numbers themselves, so that the way to it is short.
        [one, other, lowest_of_one, lowest_of_other].into_iter().for_each(|number| self.lower[number] = lowest);
    }

    /// The members of each class, by their lowest numbers.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.lower.len()];
        for number in 0..self.lower.len() {
            members[self.lowest(number)].push(number);
        }
        members.retain(|class| !class.is_empty());
        members
    }
}
