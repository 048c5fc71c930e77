/* Random reads of lines of 64 bytes: walks like those of src/backend/random_access.rs, some in each work item. The value read takes part in
   the choice of the next line, so a walk has one read under way. */

FUNCTION u32 read_line(GLOBAL const u32 *part0, GLOBAL const u32 *part1, GLOBAL const u32 *part2, GLOBAL const u32 *part3, u32 part_lines, u32 lines, u64 state) {
    u32 line = (u32)((state >> 32) * lines >> 32), part = line / part_lines;
    GLOBAL const u32 *words = part == 0u ? part0 : part == 1u ? part1 : part == 2u ? part2 : part3;
    return words[(u64)(line - part * part_lines) * 16u + (u32)(state & 15u)];
}

#define WALKS(name, count) \
    KERNEL name(GLOBAL const u32 *part0, GLOBAL const u32 *part1, GLOBAL const u32 *part2, GLOBAL const u32 *part3, GLOBAL u32 *sum, u32 part_lines, u32 lines, u32 steps, u32 seed) { \
        u64 states[count]; \
        u32 all = 0; \
        for (u32 i = 0; i < count; i++) states[i] = ((u64)(ITEM * count + i + 1u) << 32 | seed) * 6364136223846793005u; \
        for (u32 step = 0; step < steps; step++) { \
            for (u32 i = 0; i < count; i++) { \
                u64 read = read_line(part0, part1, part2, part3, part_lines, lines, states[i]); \
                states[i] = (states[i] ^ read) * 6364136223846793005u + 1442695040888963407u; \
            } \
        } \
        for (u32 i = 0; i < count; i++) all ^= (u32)(states[i] >> 32); \
        if (all == 0x12345678u) ATOMIC_ADD(sum, all); \
    }

WALKS(gather1, 1)
WALKS(gather2, 2)
WALKS(gather4, 4)
WALKS(gather8, 8)
