import type { Figure } from "./figure.ts";

/** What a benchmark is given. */
export type BenchmarkOptions = {
  /** URL of a migrated PostgreSQL that may be filled. */
  readonly databaseUrl: string;
  /** Fewer rounds and smaller sizes: shows that everything works, not how fast it is. */
  readonly quick: boolean;
  /** A folder of recorded data to measure besides what is made; never part of the project. */
  readonly dataFolder: string | null;
  /** The checkout whose production build is measured in a browser and over HTTP, absolute. */
  readonly appFolder: string;
};

/** Measures one thing in a process of its own. */
export type Benchmark = (options: BenchmarkOptions) => Promise<readonly Figure[]>;
