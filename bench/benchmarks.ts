import type { Benchmark } from "./benchmark.ts";

/**
 * All benchmarks by name, in order of execution. Each is imported only when it runs, so that the memory of one does not include the code of
 * another.
 */
export const benchmarks: ReadonlyMap<string, () => Promise<Benchmark>> = new Map([
  ["steps", async () => (await import("./steps.ts")).steps],
  ["growth", async () => (await import("./growth.ts")).growth],
  ["concurrent", async () => (await import("./concurrent.ts")).concurrent],
  ["trees", async () => (await import("./concurrent.ts")).trees],
  ["first-token", async () => (await import("./first-token.ts")).firstToken],
  ["appends", async () => (await import("./appends.ts")).appends],
  ["parked", async () => (await import("./parked.ts")).parked],
  ["takeover", async () => (await import("./takeover.ts")).takeover],
  ["starts", async () => (await import("./starts.ts")).starts],
  ["graph", async () => (await import("./graph.ts")).graph],
  ["compaction", async () => (await import("./compaction.ts")).compaction],
  ["strategies", async () => (await import("./strategies.ts")).strategies],
  ["servers", async () => (await import("./servers.ts")).servers],
  ["memory", async () => (await import("./memory.ts")).memory],
  ["context", async () => (await import("./context.ts")).context],
  ["viewer", async () => (await import("./viewer.ts")).viewer],
  ["views", async () => (await import("./views.ts")).views],
  ["agents", async () => (await import("./agents.ts")).agents],
  ["watchers", async () => (await import("./watchers.ts")).watchers],
  ["output", async () => (await import("./output.ts")).output],
  ["questions", async () => (await import("./questions.ts")).questions],
  ["at-scale", async () => (await import("./at-scale.ts")).atScale],
]);
