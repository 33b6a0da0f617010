import { appends } from "./appends.ts";
import { atScale } from "./at-scale.ts";
import type { Benchmark } from "./benchmark.ts";
import { compaction } from "./compaction.ts";
import { concurrent } from "./concurrent.ts";
import { firstToken } from "./first-token.ts";
import { graph } from "./graph.ts";
import { growth } from "./growth.ts";
import { steps } from "./steps.ts";
import { viewer } from "./viewer.ts";
import { watchers } from "./watchers.ts";

/** All benchmarks by name, in the order they run. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ["steps", steps],
  ["growth", growth],
  ["concurrent", concurrent],
  ["first-token", firstToken],
  ["appends", appends],
  ["graph", graph],
  ["at-scale", atScale],
  ["compaction", compaction],
  ["viewer", viewer],
  ["watchers", watchers],
]);
