import type { Figure } from "./figure.ts";

/** The options of a benchmark. */
export type BenchmarkOptions = {
  /** URL of a migrated PostgreSQL database that may be filled. */
  readonly databaseUrl: string;
  /** Uses fewer rounds and smaller sizes: shows that everything works, not how fast it is. */
  readonly quick: boolean;
  /** A folder with recorded data to measure in addition to generated data; never part of the project. */
  readonly dataFolder: string | null;
  /** Absolute path of the checkout whose production build is measured in a browser and over HTTP. */
  readonly appFolder: string;
};

/** A measurement that runs in a process of its own. */
export type Benchmark = (options: BenchmarkOptions) => Promise<readonly Figure[]>;
