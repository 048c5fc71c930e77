//! The nodes that children still refer to.

/// Reference-counted nodes, each kept until its last holder releases it. Free slots are used again, the last one first,
/// so that the nodes of a search stay in the nearest cache.
pub(super) struct Nodes<N> {
    slots: Vec<NodeSlot<N>>,
    /// The first free slot.
    free: u32,
}

struct NodeSlot<N> {
    node: N,
    /// Number of holders of the node; in a free slot, the next free one.
    holders: u32,
}

/// No slot.
const NONE: u32 = u32::MAX;

impl<N> Nodes<N> {
    pub fn new() -> Self {
        Self { slots: Vec::new(), free: NONE }
    }

    /// Stores a node for one holder, and returns its number.
    #[inline(always)]
    pub fn hold(&mut self, node: N) -> u32 {
        if let Some(slot) = self.slots.get_mut(self.free as usize) {
            let number = self.free;
            self.free = slot.holders;
            *slot = NodeSlot { node, holders: 1 };
            return number;
        }
        self.slots.push(NodeSlot { node, holders: 1 });
        (self.slots.len() - 1) as u32
    }

    /// The node with a number.
    #[inline(always)]
    pub fn get(&self, number: u32) -> &N {
        &self.slots[number as usize].node
    }

    /// Lets go of a node, and stores another for one holder, in its slot if nobody else holds it. Returns the number of
    /// the new one.
    #[inline(always)]
    pub fn exchange(&mut self, number: u32, node: N) -> u32 {
        let slot = &mut self.slots[number as usize];
        if slot.holders == 1 {
            slot.node = node;
            return number;
        }
        slot.holders -= 1;
        self.hold(node)
    }

    /// Replaces one holder of a node by `others` new holders.
    #[inline(always)]
    pub fn hand_on(&mut self, number: u32, others: u32) {
        let slot = &mut self.slots[number as usize];
        slot.holders += others;
        slot.holders -= 1;
        if slot.holders == 0 {
            slot.holders = self.free;
            self.free = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_used_again_when_all_have_let_go() {
        let mut nodes = Nodes::new();
        let [a, b] = ['a', 'b'].map(|node| nodes.hold(node));
        nodes.hand_on(a, 2);
        nodes.hand_on(b, 0);
        nodes.hand_on(a, 0);
        assert_eq!(*nodes.get(a), 'a', "one holder is left");
        let c = nodes.hold('c');
        assert_eq!((c, *nodes.get(c)), (b, 'c'));
        nodes.hand_on(a, 0);
        nodes.hand_on(c, 0);
        assert_eq!([nodes.hold('d'), nodes.hold('e'), nodes.hold('f')], [c, a, 2], "the last one first");
        assert_eq!((nodes.exchange(a, 'g'), *nodes.get(a)), (a, 'g'), "nobody else held it");
        nodes.hand_on(a, 2);
        assert_eq!((nodes.exchange(a, 'h'), *nodes.get(a)), (3, 'g'), "another one holds it");
    }
}
