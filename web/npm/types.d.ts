/** Shortest solutions of Rubik's cubes, proven, in a worker. */

/** Half turns count as one move, or as two. */
export type Metric = 'htm' | 'qtm';

export interface OpenOptions {
  /**
   * Node.js: a directory for tables, such as the one of `solve`. Without it, they are in memory as long as the solver.
   * Browsers keep them in the private files of the origin.
   */
  cache?: string | URL;
}

/** The options of a search: the fields of `POST /v1/solve`, and those of this package. */
export interface SolveOptions {
  /** Layers of the cube, 2 to 7. */
  size?: number;
  metric?: Metric;
  /** Finds all shortest solutions. */
  all?: boolean;
  /** Finds all solutions that are at most so many moves longer than the shortest ones, 0 to 3. */
  slack?: number;
  /** Seconds, at most 3600, which is also what it is without one. The time in which a table is built or loaded counts. */
  timeout?: number;
  /** The name of a puzzle, or the text of its definition. */
  puzzle?: string;
  /** A name such as `cross:any`, pieces, or the text of a pattern; or several of these. */
  goal?: string | string[];
  /** Moves that may be used, such as `R,U`. */
  moves?: string;
  /** The costs of moves. */
  cost?: string;
  /** Moves after which any position counts as the goal. */
  up_to?: string;
  /** The position before the moves of the start: moves, or the text of a pattern. */
  from?: string;
  /** The position to reach: moves, or the text of a pattern. */
  to?: string;
  /** Ends the search. */
  signal?: AbortSignal;
  /** Is told about a search four times a second, and about tables. */
  onProgress?: (progress: Progress) => void;
}

/** The state of a search, or a note about tables, which is empty when there is nothing to say any more. */
export type Progress = SearchProgress | ({ note: string } & { [field in Exclude<keyof SearchProgress, 'note'>]?: undefined });

export interface SearchProgress {
  /** The length that is searched. */
  bound: number;
  /** No solution is shorter: proven. Below `bound` where longer solutions are wanted, too (`slack`). */
  lower_bound: number;
  tasks_done: number;
  tasks: number;
  nodes: number;
  nodes_per_second: number;
  seconds_left: number | null;
  /** The best solution so far, and its moves. */
  best: { solution: string; length: number } | null;
  note?: undefined;
}

/** The record of an answer, as `docs/schema/solve.json` describes it. */
export interface Answer {
  /**
   * `timeout`: the time was up, before there was a solution or before there were all that were wanted: `optimal` and
   * `solutions` tell. `unproven`: the time was up, and there may be a shorter solution.
   */
  status: 'solved' | 'no_solution' | 'timeout' | 'unproven';
  input: string;
  metric: Metric;
  /** Moves of the first solution. */
  length: number | null;
  /** True if the first solution is proven to be a shortest one. */
  optimal: boolean;
  /** Shortest first. Moves have spaces between them. */
  solutions: string[];
  /** No solution is shorter: proven. */
  lower_bound: number | null;
  nodes: number;
  lookups: number;
  seconds: number;
  /** The limit that ended the search. */
  error: Fault | null;
  /** The names of tables. */
  tables: string[];
  puzzle?: string;
  goal?: string;
  cost?: number;
  /** The goals that the first solution reaches, where several have names. */
  reached?: string[];
  [field: string]: unknown;
}

export interface Fault {
  /** For programs. */
  code: string;
  place?: string | null;
  /** A sentence for people. */
  message: string;
}

/** A text that is a cube, or that is none. */
export type Checked =
  | { valid: true; size: number; facelets: string; typed: string | null; error?: undefined }
  | { valid: false; size: number; facelets: string | null; wrong: number[]; error: Fault };

export interface Table {
  name: string;
  metric: Metric;
  bytes: number;
}

export interface Info {
  version: string;
  /** Of a search. */
  threads: number;
  /** Free bytes of the module's memory. */
  memory: number;
  metrics: Metric[];
  /** Layers of the cubes that are solved. */
  sizes: number[];
  /** Seconds: the longest time limit. */
  max_timeout: number;
  /** Those in memory. */
  tables: Table[];
  /** Those that need not be built. */
  kept: Table[];
  /** The next one of each metric that is worth building. */
  offered: (Table & { level: number; memory: number; seconds: number })[];
  [field: string]: unknown;
}

/** A request that was refused, an input that is none, or a solver that failed or was closed. */
export class SolverError extends Error {
  /** Of requests and inputs as in the records; beside them `failure` and `closed`. */
  readonly code: string;
  /** The fault's place in the input, such as `column 3`. */
  readonly place: string | null;
  constructor(fault: Fault);
}

/** A worker with the library. It answers one request after the other. */
export interface Solver {
  /** Finds a shortest solution. An input that is none is an error. */
  solve(cube: string, options?: SolveOptions): Promise<Answer>;
  /** Finds a good solution of a 3x3x3 in milliseconds, without the proof that there is no shorter one. */
  quick(cube: string, options?: { signal?: AbortSignal }): Promise<Answer>;
  /** Tells whether a text is a cube, or what is wrong with it. */
  check(cube: string, options?: { size?: number; signal?: AbortSignal }): Promise<Checked>;
  /** A random state of the 3x3x3, each as likely as another, and moves that make it. The same seed makes the same state. */
  scramble(seed?: number): Promise<{ scramble: string; facelets: string }>;
  /**
   * Builds a table, level 0 to 6, which makes searches of hard cubes faster. Those above 3 take minutes, and 0.5 to 2 GB of memory and
   * of the place where they are kept.
   */
  build(options: { level: number; metric?: Metric; signal?: AbortSignal; onProgress?: (progress: Progress) => void }): Promise<Table>;
  info(): Promise<Info>;
  /** Ends the worker, and with it all open requests. */
  close(): void;
}

/** Starts a solver. */
export function open(options?: OpenOptions): Promise<Solver>;
