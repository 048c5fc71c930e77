//! Spaces of positions: each fast way to expand nodes is held to the plain one.

use super::*;

/// The moves of vector registers are the plain ones, for nodes of all sizes that they take.
#[test]
fn moves_in_registers_are_the_plain_ones() {
    struct After<'a, const N: usize>(&'a Node<N>, usize);
    impl<const N: usize> Moving<N> for After<'_, N> {
        type Result = Node<N>;
        fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Node<N> {
            after(self.0, self.1)
        }
    }
    fn compare<const N: usize>(question: &Question, encoding: &Encoding) {
        let all = question.moves().moves();
        let moves = ByteMoves::<N>::new(all.iter().map(|by| encoding.compiled(&by.transformation)).collect());
        let mut random = fastrand::Rng::with_seed(N as u64);
        let mut position = question.goal().base().clone();
        let mut node: Node<N> = encoding.node(&position);
        for _ in 0..500 {
            let by = random.usize(..moves.len());
            let fast = moves.run(After(&node, by));
            assert_eq!(fast, moves.run_plainly(After(&node, by)));
            position = position.after(&all[by].transformation);
            assert_eq!(fast, encoding.node(&position));
            assert_eq!(encoding.position(&fast), position);
            node = fast;
        }
    }
    let of = |name: &str, goal: Option<&str>| {
        let definition = builtin(name).unwrap();
        let moves = Moves::of(&definition, Powers::All).unwrap();
        let goal = goal.map_or_else(|| Goal::solved(&definition), |goal| Goal::of_pieces(&definition, goal).unwrap());
        Question::new(definition, moves, goal).unwrap()
    };
    let mut all: Vec<Question> = questions().into_iter().map(|(question, _)| question).collect();
    all.extend(["2x2x2", "pyraminx", "square-1", "fto", "megaminx", "4x4x4", "5x5x5"].map(|name| of(name, None)));
    for question in all {
        let encoding = Encoding::new(&question).unwrap();
        match encoding.len() {
            0..=16 => compare::<16>(&question, &encoding),
            17..=32 => compare::<32>(&question, &encoding),
            33..=64 => compare::<64>(&question, &encoding),
            _ => compare::<128>(&question, &encoding),
        }
    }
}

/// Bytes enough for the positions of the questions here.
const BYTES: usize = 64;

/// The plain version of what a space does faster.
struct Plainly<'a, S>(&'a S);

impl<S: Space> Space for Plainly<'_, S> {
    type Node = S::Node;

    fn child(&self, node: &S::Node, by: MoveIndex) -> Option<S::Node> {
        self.0.child(node, by)
    }

    fn cost(&self, by: MoveIndex) -> u8 {
        self.0.cost(by)
    }

    fn bound(&self, node: &S::Node) -> u8 {
        self.0.bound(node)
    }

    fn is_goal(&self, node: &S::Node, path: &[MoveIndex]) -> bool {
        self.0.is_goal(node, path)
    }
}

/// Expands nodes in both ways, together and one by one; `read` tells nodes from each other.
fn compare<S: Space, T: PartialEq + Debug>(
    space: &S,
    nodes: &[S::Node],
    moves: usize,
    budget: u8,
    read: impl Fn(&S::Node) -> T,
) {
    let all = MoveIndexSet::first(moves);
    let parents: Vec<_> = nodes.iter().map(|&node| Child { by: MoveIndex::new(0), node }).collect();
    let (mut fast, mut slow) = (Generation::default(), Generation::default());
    let found = space.expand_all(&parents, &vec![all; nodes.len()], budget, &mut fast);
    let expected = Plainly(space).expand_all(&parents, &vec![all; nodes.len()], budget, &mut slow);
    let seen = |children: &[Child<S::Node>]| -> Vec<_> {
        children.iter().map(|child| (child.by, read(&child.node))).collect()
    };
    assert_eq!((&fast.parents, seen(&fast.children)), (&slow.parents, seen(&slow.children)));
    assert_eq!(found.impossible, expected.impossible);
    assert!(found.overshoot > 0 && found.overshoot <= expected.overshoot);
    let kept_all = fast.children.len() as u64 + found.impossible == (moves * nodes.len()) as u64;
    assert_eq!(found.overshoot == Expansion::NOTHING_CUT, kept_all);
    let mut singly = Vec::new();
    let impossible: u64 = nodes.iter().map(|node| space.expand(node, all, budget, &mut singly).impossible).sum();
    assert_eq!((seen(&singly), impossible), (seen(&fast.children), found.impossible));
}

/// Costs and rules, with a perimeter and without, and many children at a time.
#[test]
fn nodes_are_expanded_together_as_plainly_one_by_one() {
    let square = Question::usual(builtin("square-1").unwrap()).unwrap();
    for question in questions().into_iter().map(|(question, _)| question).chain([square]) {
        let encoding = Encoding::new(&question).unwrap();
        let of = OrbitMoves::<BYTES>::new(&question, &encoding);
        let targets: Vec<_> = of.targets.all().to_vec();
        let growing = GrowingPerimeter::new(&targets, InverseMoves::back(&question, &encoding), 1 << 28);
        let first = growing.beyond(None, &|| ControlFlow::Continue(())).unwrap();
        let mut random = fastrand::Rng::with_seed(6);
        let mut position = question.goal().targets()[0].clone();
        let mut nodes = vec![encoding.node(&position)];
        while nodes.len() < 20 {
            let by = &question.moves().moves()[random.usize(..question.moves().len())];
            let next = position.after(&by.transformation);
            if question.is_legal(&next) {
                position = next;
                nodes.push(encoding.node(&position));
            }
        }
        for perimeter in [None, Some(&*first)] {
            let space = OrbitSpace { of: &of, perimeter };
            for budget in 0..first.most_bound() + of.most_cost + 1 {
                compare(&space, &nodes, question.moves().len(), budget, |node| *node);
            }
        }
    }
}

#[test]
fn bounds_of_patterns_are_admissible_exact_if_they_show_all_and_read_as_the_plain_version_reads_them() {
    let mut exact = 0;
    let all = questions().into_iter().filter(|(question, _)| PositionIndex::check(question).is_ok());
    let dino = Question::usual(builtin("dino").unwrap()).unwrap();
    for (question, most) in all.chain([(dino, 4)]) {
        let question = Arc::new(question);
        let encoding = Encoding::new(&question).unwrap();
        let of = OrbitMoves::<BYTES>::new(&question, &encoding);
        let targets: Vec<_> = of.targets.all().to_vec();
        let perimeter = GrowingPerimeter::new(&targets, InverseMoves::back(&question, &encoding), 1 << 28);
        let perimeter = perimeter.beyond(None, &|| ControlFlow::Continue(())).unwrap();
        let growing = GrowingPatterns::new(&question, 8.0, 1 << 28, Vec::new(), None).unwrap();
        for size in growing.sizes().take(or_full(1, 2)) {
            let Ok(patterns) = growing.of_size(size, &|| ControlFlow::Continue(())) else { continue };
            let Some(TableBounds::Patterns(bounds)) = &patterns.bounds else { panic!("there is no other size") };
            exact += usize::from(patterns.are_exact);
            for perimeter in [None, Some(&*perimeter)] {
                let space = PatternSpace { of: &of, bounds, perimeter };
                check_bounds(&question, &encoding, most, &space, patterns.are_exact);
            }
            if patterns.are_exact {
                break;
            }
        }
    }
    assert!(exact > 0, "some question is small");
}

/// Checks the bounds of all positions up to a distance, and the children of some of them.
fn check_bounds(question: &Question, encoding: &Encoding, most: u8, space: &PatternSpace<'_, BYTES>, are_exact: bool) {
    let shape = &question.definition().shape;
    let located = |position: &Position| {
        let values = space.bounds.values(shape, position).unwrap();
        Located { values, bytes: encoding.node(position) }
    };
    let mut some = Vec::new();
    for (number, (position, &distance)) in distances(question, most).iter().enumerate() {
        let node = located(position);
        let bound = space.bound(&node);
        assert!(bound <= distance, "{bound} of {distance}");
        assert!(!are_exact || bound == distance, "{bound} of {distance}");
        if number % 101 == 0 {
            for (by, moved) in question.moves().moves().iter().enumerate() {
                let child = space.child(&node, MoveIndex::new(by)).unwrap();
                assert_eq!(child, located(&position.after(&moved.transformation)));
            }
            some.push(node);
        }
    }
    for nodes in some.chunks(7) {
        for budget in 0..space.bounds.most() + 2 {
            compare(space, nodes, question.moves().len(), budget, |node| *node);
        }
    }
}

/// Cubes in slice turns, held in one way and in any.
fn questions_of_turning_cubes() -> [Arc<Question>; 3] {
    [("U,R,F,D,L,B,M=R L',E=U D',S=F B'", None), ("U,R,F,D,L,B,M,E,S", Some("x,y")), ("U,R,F,D,L,B,M,E,S", None)].map(
        |(moves, up_to)| {
            let (moves, up_to) = (Some(moves.to_owned()), up_to.map(str::to_owned));
            let text = QuestionText { moves, up_to, ..QuestionText::about("3x3x3") };
            Arc::new(text.read(Asker::Stranger).unwrap())
        },
    )
}

/// Bounds that no position near the goal is nearer than, and the children of the plain version.
#[test]
fn cosets_of_turning_cubes_are_admissible_and_expanded_as_plainly() {
    let go_on = || ControlFlow::Continue(());
    let questions = questions_of_turning_cubes();
    for question in or_full(&questions[..1], &questions) {
        let cube = TurningCube::of(question).unwrap();
        let table = CosetTable::new(&cube, H48Level::new(0).unwrap(), 17.0, &go_on).unwrap();
        let encoding = Encoding::new(question).unwrap();
        assert_eq!(encoding.len().next_multiple_of(CUBE_BYTES), CUBE_BYTES);
        let of = OrbitMoves::<CUBE_BYTES>::new(question, &encoding);
        let space = TurningCubeSpace::new(&of, &cube, &table, None, Portable);
        let targets: Vec<_> = of.targets.all().to_vec();
        let growing = GrowingPerimeter::new(&targets, InverseMoves::back(question, &encoding), 1 << 28);
        let perimeter = growing.beyond(None, &go_on).unwrap();
        let (mut most, mut some) = (0, Vec::new());
        for (position, distance) in distances(question, 3) {
            let (pair, frame) = cube.locate(&position).unwrap();
            let node = Held { bytes: encoding.node(&position), pair, frame };
            assert!(space.bound(&node) <= distance);
            assert_eq!(space.is_goal(&node, &[]), distance == 0);
            most = most.max(space.bound(&node));
            if distance + 1 >= perimeter.depth() && some.len() < 21 {
                some.push(node);
            }
        }
        assert!(most > 0, "a bound of 0 everywhere would pass");
        for perimeter in [None, Some(&*perimeter)] {
            let space = TurningCubeSpace::new(&of, &cube, &table, perimeter, Portable);
            let read = |node: &Held<CUBE_BYTES>| (node.bytes, node.frame, format!("{:?}", node.pair));
            for budget in 0..most + 2 {
                compare(&space, &some, question.moves().len(), budget, read);
            }
        }
    }
}

/// Searches with a table of cosets and without find the same costs, and solutions of slices in every orientation.
#[test]
fn searches_of_turning_cubes_with_cosets_find_the_costs_of_those_without() {
    let questions = questions_of_turning_cubes();
    for question in or_full(&questions[1..2], &questions) {
        let cube = TurningCube::of(question).unwrap();
        // A third of the memory is for tables.
        let memory = or_full(3 * memory_of_turns(cube.turns(), H48Level::new(0).unwrap()), OrbitSolver::MEMORY);
        let solver = OrbitSolver::within(plan(question), question.clone(), memory).unwrap();
        solver.make_patterns(solver.sizes());
        assert!(matches!(solver.tables(), MadeTables::Cosets(_)), "the last size is that of the cosets");
        let mut random = fastrand::Rng::with_seed(4);
        for &length in or_full(&[1, 6][..], &[1, 4, 6, 7]) {
            let start = scrambled(question, length, &mut random);
            let length = |solver: &OrbitSolver| solution_length(solver, &start);
            let without = OrbitSolver::within(plan(question), question.clone(), 3 << 24).unwrap();
            assert_eq!(length(&solver), length(&without));
        }
    }
}
