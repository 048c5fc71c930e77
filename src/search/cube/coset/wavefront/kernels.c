/* The two-sided search of CosetSpace (../mod.rs) as kernels: the same nodes, a batch of them at a time.

   Nodes lie on a stack. A batch is taken from its top: `expand` makes their children and reads the first look-up of each, `second`
   reads the second one and writes the nodes that are left above the stack, and `compact` closes the gap that the batch has left.
   `begin` makes the roots of tasks, which take the place of a batch.

   Before this text come the constants of the table and the places of the small tables: HALF_TURNS, HORIZON, BASE, CLASS_LINES,
   FLIPS, PART_LINES, TALLIES, SLOTS, SPREAD, and TURNS, QUARTER_CORNERS, HALF_CORNERS, QUARTER_EDGES, HALF_EDGES, VIEWS, ORBITS
   (of ORBIT_WORDS each), TWELVE, EIGHT, AXES, FLIP_BOUNDS, OPTIONS, NEXT, RANKS_OF. */

/* Eight corners or twelve edges, five bits a slot: the piece lowest, its twist in bits 3 and 4, or its flip in bit 4. */
typedef struct { u64 corners, edges; } Cube;

/* A node: the cube and its inverse, the turns since the root of its subtree as in CosetNode, the position of the subtree, the number
   of the moves that lead to it, and below: */
typedef struct { Cube sides[2]; u64 trail[2]; u32 subtree, state, task, length; } Node;

/* In the state of a node, from the lowest bit on: the moves left (8 bits), the contexts of both sides (4 each), the bounds of both
   sides (4 each), the slot of its search (8). */
#define REMAINING(state) ((state) & 255u)
#define CONTEXT(state, side) ((state) >> (8 + 4 * (side)) & 15u)
#define BOUND(state, side) ((state) >> (16 + 4 * (side)) & 15u)
#define SLOT(state) ((state) >> 24)

/* A child: the place of its parent and, from the lowest bit on, the turn (5 bits) and its side, the bounds of both sides (4 each),
   what is still to be read (2), whether it stands for both quarter turns of the face (1). */
typedef struct { u32 parent, bits; } Child;
#define BOUNDS_AT 6
#define OPEN 0u
#define OWN (1u << 14)
#define ROOT (2u << 14)
#define TO_READ (3u << 14)
#define PAIR (1u << 16)

/* The root of a task: its position, the number of its moves, its contexts and its slot as in the state of a node, and the number of
   its moves. */
typedef struct { u32 subtree, task, state, length; } Root;

/* A solution: the slot, the position of the task, the turns. */
typedef struct { u64 trail[2]; u32 slot, subtree, spare[2]; } Found;

/* Of each search: nodes from this position on are not wanted; the length of its windows, 0 if there are none. */
typedef struct { u32 limit, windows, spare[2]; } Search;

/* Counters: first the children and the nodes of this launch, then SPREAD rows for each slot, which only grow. */
#define CHILDREN 0u
#define MADE_NODES 1u
#define FOUND 2u
#define FIRST_ROW 8u
#define ROW 8u
enum { NODES, EXPANDED, LOOKUPS, CUT, LEFT, TAKEN, MADE, SOLVED };

#define LINES GLOBAL const u8 *lines0, GLOBAL const u8 *lines1, GLOBAL const u8 *lines2, GLOBAL const u8 *lines3
#define TABLE GLOBAL const u32 *tables, GLOBAL const u16 *codes, LINES
#define OF_TABLE tables, codes, lines0, lines1, lines2, lines3

/* ---- cubes ---- */

FUNCTION u32 five(u64 word, u32 slot) { return (u32)(word >> (5u * slot)) & 31u; }

FUNCTION u64 pair_of(GLOBAL const u32 *words) { return (u64)words[0] | (u64)words[1] << 32; }

FUNCTION u32 twisted(u32 twist, u32 more) {
    u32 sum = twist + more;
    return sum >= 3u ? sum - 3u : sum;
}

FUNCTION Cube then(Cube first, Cube next) {
    Cube cube;
    cube.corners = 0;
    cube.edges = 0;
    for (u32 slot = 0; slot < 8u; slot++) {
        u32 by = five(next.corners, slot);
        u32 from = five(first.corners, by & 7u);
        cube.corners |= (u64)((from & 7u) | twisted(from >> 3, by >> 3) << 3) << (5u * slot);
    }
    for (u32 slot = 0; slot < 12u; slot++) {
        u32 by = five(next.edges, slot);
        cube.edges |= (u64)(five(first.edges, by & 15u) ^ (by & 16u)) << (5u * slot);
    }
    return cube;
}

FUNCTION Cube turn_cube(GLOBAL const u32 *tables, u32 turn) {
    Cube cube;
    cube.corners = pair_of(tables + TURNS + 4u * turn);
    cube.edges = pair_of(tables + TURNS + 4u * turn + 2u);
    return cube;
}

FUNCTION u32 undone(u32 turn) { return turn - turn % 3u + 2u - turn % 3u; }

FUNCTION u32 is_solved(Cube cube) {
    /* The pieces 0 to 7, and 0 to 11, each in its slot. */
    return cube.corners == 0x398a418820u && cube.edges == 0x5a928398a418820u;
}

/* ---- cosets ---- */

/* The tetrad of each corner piece. */
#define TETRAD_OF(piece) (0x5au >> (piece) & 1u)

/* The place of an entry. */
typedef struct { u32 line, entry; } Probe;

/* Edges seen through a symmetry: masks of the slots that hold edges of the equator, of those among the other eight that hold edges of the
   slice marked 1, and of the slots whose edges are flipped. */
typedef struct { u32 equator, rest, flips; } Edges;

FUNCTION Edges edges_seen(u64 edges, u32 symmetry, GLOBAL const u32 *tables) {
    GLOBAL const u32 *view = tables + VIEWS + 6u * symmetry;
    u64 take = pair_of(view), relabel = pair_of(view + 2);
    Edges seen = {0, 0, view[4]};
    u32 others = 0;
    for (u32 slot = 0; slot < 12u; slot++) {
        u32 old = five(edges, five(take, slot));
        u32 label = five(relabel, old & 15u) ^ (old & 16u);
        u32 is_equator = label >> 1 & 1u;
        seen.equator |= is_equator << slot;
        seen.rest |= (label & 1u & ~is_equator) << others;
        others += 1u - is_equator;
        seen.flips ^= (label >> 4) << slot;
    }
    return seen;
}

/* The place of the entry of the coset with these corners and these edges, as if the table had no symmetry but that of the class. */
FUNCTION Probe place_of(u32 kinds, u32 twists, u64 edges, GLOBAL const u32 *tables, GLOBAL const u16 *codes) {
    GLOBAL const u32 *orbit = tables + ORBITS + ORBIT_WORDS * kinds;
    u32 code = codes[(orbit[0] + twists) & 0x3ffffu];
    u32 class_of_corners = orbit[1] + (code >> orbit[2]);
    u32 place = code & ((1u << orbit[2]) - 1u);
    u32 symmetry = orbit[3u + place / 4u] >> (8u * (place % 4u)) & 63u;
    Edges seen = edges_seen(edges, symmetry, tables);
    u32 slices = tables[TWELVE + seen.equator] + tables[EIGHT + (seen.rest & 255u)];
    u32 index = slices << FLIPS | (seen.flips & ((1u << FLIPS) - 1u));
    Probe probe;
    probe.line = class_of_corners * CLASS_LINES + index / 254u;
    probe.entry = index % 254u;
    return probe;
}

FUNCTION u32 twist_weight(u32 slot) {
    /* 3 to the power of the slot; the last twist follows from the others. */
    return slot == 0u ? 1u : slot == 1u ? 3u : slot == 2u ? 9u : slot == 3u ? 27u : slot == 4u ? 81u : slot == 5u ? 243u : slot == 6u ? 729u : 0u;
}

FUNCTION Probe probe_cube(Cube cube, GLOBAL const u32 *tables, GLOBAL const u16 *codes) {
    u32 kinds = 0, twists = 0;
    for (u32 slot = 0; slot < 8u; slot++) {
        u32 corner = five(cube.corners, slot);
        kinds |= TETRAD_OF(corner & 7u) << slot;
        twists += (corner >> 3) * twist_weight(slot);
    }
    return place_of(kinds, twists, cube.edges, tables, codes);
}

/* Of a quarter turn of a face, followed by a cube. */
FUNCTION Probe probe_after_quarter_turn(Cube cube, u32 face, GLOBAL const u32 *tables, GLOBAL const u16 *codes) {
    u32 labels = tables[QUARTER_CORNERS + face], kinds = 0, twists = 0;
    u64 edge_labels = pair_of(tables + QUARTER_EDGES + 2u * face), edges = 0;
    for (u32 slot = 0; slot < 8u; slot++) {
        u32 corner = five(cube.corners, slot);
        u32 label = labels >> (3u * (corner & 7u)) & 7u;
        kinds |= (label & 1u) << slot;
        twists += twisted(corner >> 3, label >> 1) * twist_weight(slot);
    }
    for (u32 slot = 0; slot < 12u; slot++) {
        u32 edge = five(cube.edges, slot);
        edges |= (u64)(five(edge_labels, edge & 15u) ^ (edge & 16u)) << (5u * slot);
    }
    return place_of(kinds, twists, edges, tables, codes);
}

/* Of a cube, followed by a half turn of a face. */
FUNCTION Probe probe_before_half_turn(Cube cube, u32 face, GLOBAL const u32 *tables, GLOBAL const u16 *codes) {
    u32 take = tables[HALF_CORNERS + face], kinds = 0, twists = 0;
    u64 edge_take = pair_of(tables + HALF_EDGES + 2u * face), edges = 0;
    for (u32 slot = 0; slot < 8u; slot++) {
        u32 corner = five(cube.corners, take >> (3u * slot) & 7u);
        kinds |= TETRAD_OF(corner & 7u) << slot;
        twists += (corner >> 3) * twist_weight(slot);
    }
    for (u32 slot = 0; slot < 12u; slot++) {
        edges |= (u64)five(cube.edges, five(edge_take, slot) & 15u) << (5u * slot);
    }
    return place_of(kinds, twists, edges, tables, codes);
}

/* The bound at a place: layout.rs. */
FUNCTION u32 bound_at(Probe probe, LINES) {
    u32 part = probe.line / PART_LINES;
    GLOBAL const u8 *lines = part == 0u ? lines0 : part == 1u ? lines1 : part == 2u ? lines2 : lines3;
    GLOBAL const u8 *line = lines + (u64)(probe.line - part * PART_LINES) * 64u;
    u32 code = (u32)line[probe.entry / 4u] >> (2u * (probe.entry % 4u)) & 3u;
    return code == 0u ? (u32)line[63] >> 4 : BASE + code;
}

/* ---- flips ---- */

/* Whether a cube needs more than so many moves: flips.rs. */
FUNCTION u32 flips_exceed(u64 edges, u32 moves, GLOBAL const u32 *tables) {
    for (u32 axis = 0; axis < 3u; axis++) {
        Edges seen = edges_seen(edges, tables[AXES + axis], tables);
        u32 index = tables[TWELVE + seen.equator] / 70u << 11 | (seen.flips & 2047u);
        if ((tables[FLIP_BOUNDS + index / 8u] >> (4u * (index % 8u)) & 15u) > moves) return 1u;
    }
    return 0u;
}

/* ---- windows ---- */

FUNCTION u32 solving(u32 by) {
    u32 turn = by & 31u;
    return by >> 5 & 1u ? undone(turn) : turn;
}

FUNCTION u32 power_of_18(u32 length) {
    return length == 0u ? 1u : length == 1u ? 18u : length == 2u ? 324u : length == 3u ? 5832u : length == 4u ? 104976u : 1889568u;
}

FUNCTION u32 commute(u32 one, u32 other) { return (one / 3u + 3u) % 6u == other / 3u; }

/* The least rank of the windows that the last turn of a node has completed, see ClassOrder. The turns of one side follow, or precede, the
   moves of the task; `word` becomes one move longer than a window. */
FUNCTION u32 least_window(const Node *node, u32 length, GLOBAL const u16 *ranks) {
    u32 side = (u32)node->trail[0] >> 5 & 1u, words = power_of_18(length);
    u32 least, head, rest, word, turns[6], count = 0;
    u64 low = node->trail[0], high = node->trail[1];
    /* The last turns of this side, the last one first. */
    while (count <= length && (low > 1u || high > 0u)) {
        if ((low >> 5 & 1u) == side) turns[count++] = solving((u32)low & 63u);
        low = low >> 6 | high << 58;
        high >>= 6;
    }
    if (side == 0u) {
        /* The end of the task, then the turns in order. */
        word = node->task;
        for (u32 i = count; i-- > 0u;) word = word % words * 18u + turns[i];
        least = ranks[word % words];
    } else {
        word = node->task * 18u;
        for (u32 i = count; i-- > 0u;) word = word / 18u + turns[i] * words;
        least = ranks[word / 18u];
    }
    /* Windows that contain the first move without the second, or the last without the one before it, where the two commute. */
    head = word / words;
    rest = word % (words / 18u);
    if (commute(head, word / (words / 18u) % 18u)) {
        u32 rank = ranks[head * (words / 18u) + rest];
        if (rank < least) least = rank;
    }
    if (commute(word / 18u % 18u, word % 18u)) {
        u32 rank = ranks[word / 324u * 18u + word % 18u];
        if (rank < least) least = rank;
    }
    return least;
}

FUNCTION u32 is_excluded(const Node *node, GLOBAL const Search *searches, GLOBAL const u32 *tables, GLOBAL const u16 *ranks) {
    u32 remaining = REMAINING(node->state);
    if (remaining <= MOST_MOVES) {
        for (u32 side = 0; side < 2u; side++) {
            if (flips_exceed(node->sides[side].edges, remaining, tables)) return 1u;
        }
    }
    u32 length = searches[SLOT(node->state)].windows;
    if (length == 0u || (node->trail[0] == 1u && node->trail[1] == 0u)) return 0u;
    GLOBAL const u16 *of_length = ranks + tables[RANKS_OF + length];
    return least_window(node, length, of_length) < of_length[node->task];
}

/* ---- counters of one work item ---- */

typedef struct { u32 slot, counts[ROW]; } Tally;

FUNCTION void add_up(Tally *tally, GLOBAL u32 *counters) {
    for (u32 i = 0; i < ROW; i++) {
        if (tally->counts[i] > 0u) {
            ATOMIC_ADD(counters + FIRST_ROW + ((tally->slot * SPREAD) + ITEM % SPREAD) * ROW + i, tally->counts[i]);
            tally->counts[i] = 0;
        }
    }
}

FUNCTION void begin_tally(Tally *tally) {
    tally->slot = 0;
    for (u32 i = 0; i < ROW; i++) tally->counts[i] = 0;
}

FUNCTION void turn_to(Tally *tally, u32 slot, GLOBAL u32 *counters) {
    if (tally->slot != slot) add_up(tally, counters);
    tally->slot = slot;
}

/* ---- the search ---- */

/* Makes the roots of tasks above the stack, each a child of itself. */
KERNEL begin(GLOBAL const Root *roots, GLOBAL const Cube *starts, GLOBAL const u32 *tables, GLOBAL Node *nodes, GLOBAL Child *children, u32 top, u32 count) {
    for (u32 i = ITEM; i < count; i += ITEMS) {
        Root root = roots[i];
        Node node;
        u32 slot = SLOT(root.state), digit = power_of_18(root.length);
        node.sides[0] = starts[2u * slot];
        node.sides[1] = starts[2u * slot + 1u];
        for (u32 made = 0; made < root.length; made++) {
            digit /= 18u;
            u32 turn = root.task / digit % 18u;
            node.sides[0] = then(node.sides[0], turn_cube(tables, turn));
            node.sides[1] = then(turn_cube(tables, undone(turn)), node.sides[1]);
        }
        node.trail[0] = 1;
        node.trail[1] = 0;
        node.subtree = root.subtree;
        node.state = root.state;
        node.task = root.task;
        node.length = root.length;
        nodes[top + i] = node;
        children[i].parent = top + i;
        children[i].bits = ROOT;
    }
}

/* The side to continue on and the place of its moves in OPTIONS: moves, faces, cost. */
FUNCTION u32 choose(u32 state, GLOBAL const u32 *tables, u32 *side) {
    u32 remaining = REMAINING(state), of[2];
    *side = 0;
    if (remaining > HORIZON) return OPTIONS + 4u * CONTEXT(state, 0);
    for (u32 i = 0; i < 2u; i++) {
        u32 is_tight = HALF_TURNS && BOUND(state, 1u - i) >= remaining;
        of[i] = OPTIONS + 4u * ((2u * i + is_tight) * 16u + CONTEXT(state, i));
    }
    *side = tables[of[1] + 2u] < tables[of[0] + 2u];
    return of[*side];
}

/* Puts a child on a short list unless its bound cuts it off. */
FUNCTION u32 keep(u32 *list, u32 kept, u32 child, u32 bound, u32 remaining, Tally *tally) {
    tally->counts[LOOKUPS]++;
    if (bound > remaining) {
        tally->counts[CUT]++;
        return kept;
    }
    list[kept] = child;
    return kept + 1u;
}

KERNEL expand(GLOBAL Node *nodes, GLOBAL Child *children, GLOBAL u32 *counters, GLOBAL const Search *searches, GLOBAL u32 *tallies, GLOBAL const u16 *ranks, TABLE, u32 first, u32 count) {
    Tally tally;
    begin_tally(&tally);
    for (u32 i = ITEM; i < count; i += ITEMS) {
        Node node = nodes[first + i];
        u32 slot = SLOT(node.state), side;
        turn_to(&tally, slot, counters);
        tally.counts[TAKEN]++;
        if (node.subtree >= searches[slot].limit) {
            tally.counts[LEFT]++;
            continue;
        }
        if (is_excluded(&node, searches, tables, ranks)) {
            tally.counts[CUT]++;
            continue;
        }
        u32 options = choose(node.state, tables, &side), remaining = REMAINING(node.state) - 1u;
        u32 moves = tables[options], faces = tables[options + 1u], cost = tables[options + 2u];
        u32 list[18], kept = 0, by = side << 5;
        tally.counts[EXPANDED]++;
        tally.counts[NODES] += cost & 255u;
        if (remaining + 1u < HORIZON && node.subtree < TALLIES) {
            GLOBAL u32 *score = tallies + slot * TALLIES + node.subtree;
            if (*score < 0x80000000u) ATOMIC_ADD(score, remaining + 4u <= HORIZON ? 20u : 1u);
        }
        if (remaining > HORIZON) {
            for (u32 turn = 0; turn < 18u; turn++) {
                if (moves >> turn & 1u) list[kept++] = by | turn;
            }
        } else {
            Cube own = node.sides[side], other = node.sides[1u - side];
            u32 other_at = BOUNDS_AT + 4u * (1u - side), known = BOUND(node.state, 1u - side);
            for (u32 face = 0; face < 6u; face++) {
                u32 is_pair = faces >> face & 1u;
                if (!is_pair && !(faces >> (8u + face) & 1u)) continue;
                u32 bound = bound_at(probe_after_quarter_turn(other, face, tables, codes), lines0, lines1, lines2, lines3);
                u32 turn = 3u * face;
                /* A single quarter turn is given by the move of the solution. */
                if (!is_pair && !(moves >> solving(by | turn) & 1u)) turn += 2u;
                u32 is_enough = HALF_TURNS && remaining == HORIZON && bound == remaining;
                u32 child = by | turn | (bound << other_at & 0x3fffu) | (is_pair ? PAIR : 0u) | (is_enough ? OPEN : OWN);
                kept = keep(list, kept, child, bound, remaining, &tally);
            }
            u32 halves = faces >> 16, shared = 0;
            if (halves && known == 0u) {
                shared = bound_at(probe_cube(other, tables, codes), lines0, lines1, lines2, lines3);
            }
            for (u32 face = 0; face < 6u; face++) {
                if (!(halves >> face & 1u)) continue;
                u32 child = by | (3u * face + 1u), bound;
                if (known > 0u) {
                    bound = bound_at(probe_before_half_turn(own, face, tables, codes), lines0, lines1, lines2, lines3);
                    child |= known << other_at | (bound << (BOUNDS_AT + 4u * side) & 0x3fffu) | OPEN;
                } else {
                    u32 is_enough = HALF_TURNS && remaining == HORIZON && shared == remaining;
                    bound = shared;
                    child |= (bound << other_at & 0x3fffu) | (is_enough ? OPEN : OWN);
                }
                kept = keep(list, kept, child, bound, remaining, &tally);
            }
        }
        if (kept > 0u) {
            u32 place = ATOMIC_ADD(counters + CHILDREN, kept);
            for (u32 k = 0; k < kept; k++) {
                children[place + k].parent = first + i;
                children[place + k].bits = list[k];
            }
        }
    }
    add_up(&tally, counters);
}

/* The node by a turn, without bounds. */
FUNCTION Node turned(const Node *parent, u32 by, GLOBAL const u32 *tables) {
    Node node = *parent;
    u32 side = by >> 5 & 1u, turn = by & 31u;
    Cube made = turn_cube(tables, turn), back = turn_cube(tables, undone(turn));
    node.sides[side] = then(parent->sides[side], made);
    node.sides[1u - side] = then(back, parent->sides[1u - side]);
    node.trail[1] = parent->trail[1] << 6 | parent->trail[0] >> 58;
    node.trail[0] = parent->trail[0] << 6 | (by & 63u);
    u32 next = tables[NEXT + (16u * side + CONTEXT(parent->state, side)) * 32u + turn];
    u32 kept = parent->state & ~(0xffu | 15u << (8u + 4u * side) | 0xffu << 16);
    node.state = kept | (REMAINING(parent->state) - 1u) | next << (8u + 4u * side);
    return node;
}

/* Writes a node above the batch, or counts a solution. */
FUNCTION void settle(Node node, u32 bounds, GLOBAL Node *nodes, u32 above, GLOBAL u32 *counters, Tally *tally) {
    if (REMAINING(node.state) > 0u) {
        node.state |= bounds << 16;
        nodes[above + ATOMIC_ADD(counters + MADE_NODES, 1u)] = node;
        tally->counts[MADE]++;
    } else {
        tally->counts[is_solved(node.sides[0]) ? SOLVED : CUT]++;
    }
}

/* Reads a bound of one side; returns whether it cuts the node off. */
FUNCTION u32 is_cut(Cube cube, u32 remaining, u32 *bound, Tally *tally, TABLE) {
    *bound = bound_at(probe_cube(cube, tables, codes), lines0, lines1, lines2, lines3);
    tally->counts[LOOKUPS]++;
    if (*bound <= remaining) return 0u;
    tally->counts[CUT]++;
    return 1u;
}

KERNEL second(GLOBAL Node *nodes, GLOBAL const Child *children, GLOBAL u32 *counters, TABLE, u32 above) {
    Tally tally;
    u32 count = counters[CHILDREN];
    begin_tally(&tally);
    for (u32 i = ITEM; i < count; i += ITEMS) {
        Child child = children[i];
        Node parent = nodes[child.parent];
        u32 bounds = child.bits >> BOUNDS_AT & 255u, bound, side = child.bits >> 5 & 1u;
        turn_to(&tally, SLOT(parent.state), counters);
        if ((child.bits & TO_READ) == ROOT) {
            u32 remaining = REMAINING(parent.state);
            if (remaining <= HORIZON) {
                if (is_cut(parent.sides[1], remaining, &bound, &tally, OF_TABLE)) continue;
                bounds = bound << 4;
                if (!(HALF_TURNS && remaining == HORIZON && bound == remaining)) {
                    if (is_cut(parent.sides[0], remaining, &bound, &tally, OF_TABLE)) continue;
                    bounds |= bound;
                }
            }
            settle(parent, bounds, nodes, above, counters, &tally);
            continue;
        }
        for (u32 other = 0; other <= (child.bits & PAIR ? 1u : 0u); other++) {
            Node node = turned(&parent, (child.bits & 63u) + 2u * other, tables);
            u32 of_both = bounds;
            if ((child.bits & TO_READ) == OWN) {
                if (is_cut(node.sides[side], REMAINING(node.state), &bound, &tally, OF_TABLE)) continue;
                of_both |= bound << (4u * side);
            }
            settle(node, of_both, nodes, above, counters, &tally);
        }
    }
    add_up(&tally, counters);
}

/* Moves nodes from the top into the gap; the two do not overlap. */
KERNEL compact(GLOBAL Node *nodes, u32 from, u32 to, u32 count) {
    for (u32 i = ITEM; i < count; i += ITEMS) nodes[to + i] = nodes[from + i];
}

/* Writes the solutions among some children of the last batch, as many as there is room for, and counts all of them. */
KERNEL collect(GLOBAL const Node *nodes, GLOBAL const Child *children, GLOBAL u32 *counters, GLOBAL const u32 *tables, GLOBAL Found *found, u32 room, u32 first, u32 count) {
    for (u32 i = ITEM; i < count; i += ITEMS) {
        Child child = children[first + i];
        Node parent = nodes[child.parent];
        u32 is_root = (child.bits & TO_READ) == ROOT;
        if (REMAINING(parent.state) != (is_root ? 0u : 1u)) continue;
        for (u32 other = 0; other <= (child.bits & PAIR ? 1u : 0u); other++) {
            Node node = parent;
            if (!is_root) node = turned(&parent, (child.bits & 63u) + 2u * other, tables);
            if (!is_solved(node.sides[0])) continue;
            u32 place = ATOMIC_ADD(counters + FOUND, 1u);
            if (place >= room) continue;
            found[place].trail[0] = node.trail[0];
            found[place].trail[1] = node.trail[1];
            found[place].slot = SLOT(node.state);
            found[place].subtree = node.subtree;
        }
    }
}

/* ---- checks ---- */

/* The place and the bound of each cube: line, entry and bound in four numbers. */
KERNEL look_up(GLOBAL const Cube *cubes, GLOBAL u32 *results, TABLE, u32 count) {
    for (u32 i = ITEM; i < count; i += ITEMS) {
        Probe probe = probe_cube(cubes[i], tables, codes);
        results[4u * i] = probe.line;
        results[4u * i + 1u] = probe.entry;
        results[4u * i + 2u] = bound_at(probe, lines0, lines1, lines2, lines3);
        results[4u * i + 3u] = 0;
    }
}

/* A sum over the words of a part of the table that depends on their order. */
KERNEL check_sum(GLOBAL const u32 *words, GLOBAL u32 *sum, u32 millions, u32 rest) {
    u64 count = (u64)millions << 20 | rest;
    u32 own = 0;
    for (u64 i = ITEM; i < count; i += ITEMS) {
        u32 mixed = (words[i] ^ (u32)i * 0x9e3779b9u) * 0x85ebca6bu;
        own += mixed ^ mixed >> 15;
    }
    ATOMIC_ADD(sum, own);
}
