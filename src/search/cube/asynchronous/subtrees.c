/* Depth-first search of many subtrees at a time, each to one length after the other.

   The leaves of the top of the tree are numbered. A job is one leaf and one length; jobs are numbered length by length, and every
   slot takes the next one when its own is done. A launch ends before it takes long: what a slot is about is then in memory, and
   the next launch goes on with it. No slot waits for another. */

/* Places in an edge or corner: five bits each. */
#define BITS 5u
#define PLACE 31u
/* Numbers of a turn: four edges that it carries, then four corners. */
#define TURN 8u
#define MOVES 18u
#define DISTANCES (12u * 32u)
/* More than any path is long. */
#define LEVELS 32u
#define NOTHING 0xffffffffu

/* What all slots share, in numbers: the length of the best solution; slots whose jobs go on; the next job; then for each length
   the finished jobs, the least f-value above it, and nodes and expanded nodes in two halves each. */
#define BEST 0
#define BUSY 1
#define NEXT 2
#define OF_LENGTH(length) (4u + 6u * (length))
#define DONE 0
#define LEAST 1
#define NODES 2
#define EXPANDED 4

/* A solution: its length, the leaf, and the moves from there, four to a number. */
#define SOLUTION (2u + LEVELS / 4u)

typedef struct {
    u64 edges;
    u64 corners;
    /* The state of the automaton. */
    u32 state;
    /* How many of the allowed moves have been tried. */
    u32 tried;
    /* The sum of the distances of the edges. */
    u32 sum;
} Node;

/* The tables, and the counts of one length that are not yet shared. */
typedef struct {
    LOCAL_POINTER const u8 *distances;
    LOCAL_POINTER const u32 *turns;
    GLOBAL const u32 *allowed;
    GLOBAL const u32 *steps;
    GLOBAL u32 *shared;
    u32 letters;
    u32 length;
    u32 nodes;
    u32 expanded;
    u32 done;
    u32 least;
} Search;

/* The edges after a turn, and the sum of their distances. */
FUNCTION u64 turned_edges(const Search *search, u64 edges, LOCAL_POINTER const u32 *turn, u32 *sum) {
    u64 turned = edges;
    for (u32 i = 0; i < 4; i++) {
        u32 from = turn[i] & 15u, to = turn[i] >> 4 & 15u, flip = turn[i] >> 8;
        u32 piece = (u32)(edges >> BITS * from) & PLACE;
        *sum -= search->distances[32u * from + piece];
        piece ^= flip;
        *sum += search->distances[32u * to + piece];
        turned = (turned & ~((u64)PLACE << BITS * to)) | (u64)piece << BITS * to;
    }
    return turned;
}

FUNCTION u64 turned_corners(u64 corners, LOCAL_POINTER const u32 *turn) {
    u64 turned = corners;
    for (u32 i = 4; i < 8; i++) {
        u32 from = turn[i] & 15u, to = turn[i] >> 4 & 15u;
        u32 corner = (u32)(corners >> BITS * from) & PLACE, twist = (corner >> 3) + (turn[i] >> 8);
        corner = (corner & 7u) | (twist >= 3u ? twist - 3u : twist) << 3;
        turned = (turned & ~((u64)PLACE << BITS * to)) | (u64)corner << BITS * to;
    }
    return turned;
}

FUNCTION u32 are_solved(u64 corners) {
    u64 solved = 0;
    for (u64 i = 8; i-- > 0;) solved = solved << BITS | i;
    return corners == solved;
}

FUNCTION u32 sum_of(const Search *search, u64 edges) {
    u32 sum = 0;
    for (u32 slot = 0; slot < 12u; slot++) sum += search->distances[32u * slot + ((u32)(edges >> BITS * slot) & PLACE)];
    return sum;
}

/* Adds to a number in two halves. */
FUNCTION void add(GLOBAL u32 *place, u32 number) {
    u32 before = ATOMIC_ADD(place, number);
    if (number > NOTHING - before) ATOMIC_ADD(place + 1, 1u);
}

/* Shares the counts, and begins those of another length. */
FUNCTION void share(Search *search, u32 length) {
    GLOBAL u32 *of_length = search->shared + OF_LENGTH(search->length);
    if (search->nodes) add(of_length + NODES, search->nodes);
    if (search->expanded) add(of_length + EXPANDED, search->expanded);
    if (search->done) ATOMIC_ADD(of_length + DONE, search->done);
    if (search->least != NOTHING) ATOMIC_MIN(of_length + LEAST, search->least);
    search->length = length;
    search->nodes = search->expanded = search->done = 0;
    search->least = NOTHING;
}

FUNCTION void note(Search *search, u32 f) {
    if (f < search->least) search->least = f;
}

/* A node whose children are tried next. */
FUNCTION Node entered(Search *search, u64 edges, u64 corners, u32 state, u32 sum) {
    Node node;
    node.edges = edges;
    node.corners = corners;
    node.state = state;
    node.tried = 0;
    node.sum = sum;
    search->expanded++;
    search->nodes += search->allowed[state];
    return node;
}

/* The next job, or NOTHING. */
FUNCTION u32 taken(GLOBAL u32 *shared, u32 jobs) {
    /* The number stays near the number of jobs, however often slots ask. */
    if (ATOMIC_ADD(shared + NEXT, 0u) >= jobs) return NOTHING;
    u32 job = ATOMIC_ADD(shared + NEXT, 1u);
    return job < jobs ? job : NOTHING;
}

/* Whether a length is worth no search: a shorter solution is known, or, if `margin` is 0, one of the same length. */
FUNCTION u32 is_beaten(GLOBAL u32 *shared, u32 length, u32 margin) {
    return length >= ATOMIC_MIN(shared + BEST, NOTHING) + margin;
}

/* Keeps the moves of a path, unless the slot has a solution of the same length or a shorter one. */
FUNCTION void keep(const Search *search, const Node *path, u32 height, u32 leaf, GLOBAL u32 *solution) {
    if (search->length < solution[0]) {
        solution[0] = search->length;
        solution[1] = leaf;
        for (u32 i = 0; i < LEVELS / 4u; i++) solution[2u + i] = 0;
        for (u32 i = 0; i < height; i++) {
            u32 by = search->steps[path[i].state * search->letters + path[i].tried - 1u] & 31u;
            solution[2u + i / 4u] |= by << 8u * (i % 4u);
        }
    }
    ATOMIC_MIN(search->shared + BEST, search->length);
}

/* Tries the next child of the last node of a path, which leads from a leaf at `depth`. Returns the height of the path after it; 0
   when the subtree has been searched, or a solution was found. */
FUNCTION u32 tried(Search *search, Node *path, u32 height, u32 depth, u32 leaf, GLOBAL u32 *solution) {
    Node *node = path + (height - 1u);
    if (node->tried == search->allowed[node->state]) return height - 1u;
    u32 step = search->steps[node->state * search->letters + node->tried++];
    LOCAL_POINTER const u32 *turn = search->turns + TURN * (step & 31u);
    u32 sum = node->sum, remaining = search->length - depth - height;
    u64 edges = turned_edges(search, node->edges, turn, &sum);
    if ((sum + 3u) / 4u > remaining) {
        note(search, search->length - remaining + (sum + 3u) / 4u);
        return height;
    }
    u64 corners = turned_corners(node->corners, turn);
    if (remaining > 0) {
        path[height] = entered(search, edges, corners, step >> 5, sum);
        return height + 1u;
    }
    if (!are_solved(corners)) {
        note(search, search->length + 1u);
        return height;
    }
    keep(search, path, height, leaf, solution);
    return 0;
}

/* Copies the path of a slot to memory, or back. */
FUNCTION void save(const Node *path, u32 height, GLOBAL u64 *cubes, GLOBAL u32 *places, u32 slot, u32 slots) {
    for (u32 i = 0; i < height; i++) {
        cubes[2u * i * slots + slot] = path[i].edges;
        cubes[(2u * i + 1u) * slots + slot] = path[i].corners;
        places[2u * i * slots + slot] = path[i].state;
        places[(2u * i + 1u) * slots + slot] = path[i].tried | path[i].sum << 8;
    }
}

FUNCTION void restore(Node *path, u32 height, GLOBAL const u64 *cubes, GLOBAL const u32 *places, u32 slot, u32 slots) {
    for (u32 i = 0; i < height; i++) {
        path[i].edges = cubes[2u * i * slots + slot];
        path[i].corners = cubes[(2u * i + 1u) * slots + slot];
        path[i].state = places[2u * i * slots + slot];
        u32 place = places[(2u * i + 1u) * slots + slot];
        path[i].tried = place & 255u;
        path[i].sum = place >> 8;
    }
}

/* Copies tables to the memory of a group. */
FUNCTION void bring(LOCAL_POINTER u8 *near_distances, LOCAL_POINTER u32 *near_turns, GLOBAL const u8 *distances,
                    GLOBAL const u32 *turns) {
    for (u32 i = ITEM_IN_GROUP; i < DISTANCES; i += ITEMS_IN_GROUP) near_distances[i] = distances[i];
    for (u32 i = ITEM_IN_GROUP; i < TURN * MOVES; i += ITEMS_IN_GROUP) near_turns[i] = turns[i];
}

/* Makes every move on every cube: edges, corners, and the sum of the distances of the edges. For the comparison with this machine. */
KERNEL turn_cubes(GLOBAL const u8 *distances, GLOBAL const u32 *turns, GLOBAL const u64 *cubes, GLOBAL u64 *turned, u32 count,
                  u32 letters) {
    LOCAL u8 near_distances[DISTANCES];
    LOCAL u32 near_turns[TURN * MOVES];
    bring(near_distances, near_turns, distances, turns);
    BARRIER;
    Search search = {near_distances, near_turns, 0, 0, 0, letters, 0, 0, 0, 0, NOTHING};
    for (u32 i = ITEM; i < count * letters; i += ITEMS) {
        LOCAL_POINTER const u32 *turn = near_turns + TURN * (i % letters);
        u64 edges = cubes[2u * (i / letters)];
        u32 sum = sum_of(&search, edges);
        turned[3u * i] = turned_edges(&search, edges, turn, &sum);
        turned[3u * i + 1u] = turned_corners(cubes[2u * (i / letters) + 1u], turn);
        turned[3u * i + 2u] = sum;
    }
}

/* Searches subtrees: every slot takes jobs and expands nodes, about `budget` together. `slots_jobs` holds the leaf, the length and the height of the path
   of each slot, 0 without a job. The leaves, `depth` moves from the root, are cubes with a state and an f-value each; jobs begin
   with length `first`. */
KERNEL search_subtrees(GLOBAL const u8 *distances, GLOBAL const u32 *turns, GLOBAL const u32 *allowed, GLOBAL const u32 *steps,
                       GLOBAL const u64 *leaf_cubes, GLOBAL const u32 *leaf_places, GLOBAL u64 *cubes, GLOBAL u32 *places,
                       GLOBAL u32 *slots_jobs, GLOBAL u32 *solutions, GLOBAL u32 *shared, u32 slots, u32 letters, u32 leaves,
                       u32 depth, u32 first, u32 step, u32 jobs, u32 margin, u32 budget, u32 interval) {
    LOCAL u8 near_distances[DISTANCES];
    LOCAL u32 near_turns[TURN * MOVES];
    bring(near_distances, near_turns, distances, turns);
    BARRIER;
    for (u32 slot = ITEM; slot < slots; slot += ITEMS) {
        Search search = {near_distances, near_turns, allowed, steps, shared, letters, 0, 0, 0, 0, NOTHING};
        Node path[LEVELS];
        GLOBAL u32 *mine = slots_jobs + 3u * slot;
        u32 leaf = mine[0], height = mine[2], spent = 0;
        search.length = mine[1];
        if (height > 0 && is_beaten(shared, search.length, margin)) height = 0;
        restore(path, height, cubes, places, slot, slots);
        u32 look = interval;
        while (spent < budget) {
            if (height == 0) {
                u32 job = taken(shared, jobs), length = first + step * (job / leaves);
                /* The jobs that come later are no shorter. */
                if (job == NOTHING || is_beaten(shared, length, margin)) break;
                if (length != search.length) share(&search, length);
                leaf = job % leaves;
                spent++;
                if (leaf_places[2u * leaf + 1u] > length) {
                    search.done++;
                    continue;
                }
                u64 edges = leaf_cubes[2u * leaf];
                path[0] = entered(&search, edges, leaf_cubes[2u * leaf + 1u], leaf_places[2u * leaf], sum_of(&search, edges));
                height = 1;
            }
            u32 expanded = search.expanded;
            height = tried(&search, path, height, depth, leaf, solutions + SOLUTION * slot);
            if (height == 0) search.done++;
            if (search.expanded == expanded) continue;
            spent++;
            if (--look == 0) {
                look = interval;
                if (is_beaten(shared, search.length, margin)) height = 0;
            }
        }
        if (height > 0) ATOMIC_ADD(shared + BUSY, 1u);
        save(path, height, cubes, places, slot, slots);
        mine[0] = leaf;
        mine[1] = search.length;
        mine[2] = height;
        share(&search, search.length);
    }
}
