import { randomUUID } from "node:crypto";
import { toOutline } from "@goaltrace/core/log";
import type { TraceStatus } from "@goaltrace/core/log";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { readKeptOutline } from "./read-kept-outline.ts";
import type { OutlineRequest } from "./read-kept-outline.ts";

const SCOPE = { workspaceId: "w", personId: "p" };

type World = {
  /** How often the log was read. */
  readonly reads: () => number;
  /** Null hides the run. */
  setRevision(revision: string | null): void;
  read(): Promise<string>;
};

/** Each run has an id of its own: outlines are kept as long as the module, through a repetition of the test too. */
function createWorld(status: TraceStatus): World {
  const traceId = randomUUID();
  const log = buildLog({ traceId });
  log.user("Look for the invoice");
  const trace = { ...buildTrace({ id: traceId }, log.entries), status };
  let [reads, revision]: [number, string | null] = [0, "1"];
  const stores = {
    traces: {
      get: async () => (revision === null ? undefined : trace),
      outline: async () => {
        reads += 1;
        return log.entries.flatMap((entry) => toOutline(entry) ?? []);
      },
    },
    traceRevisions: { of: async () => revision ?? undefined },
  } as unknown as OutlineRequest["stores"];
  return {
    reads: () => reads,
    setRevision: (next) => {
      revision = next;
    },
    read: async () => (await readKeptOutline({ stores, scope: SCOPE, traceId, signal: undefined })).packed,
  };
}

it("reads the log of a run that has ended once, and again after it has changed", async () => {
  const world = createWorld("completed");
  const first = await world.read();
  expect(first).toContain("Look for the invoice");
  expect(await world.read()).toBe(first);
  expect(world.reads()).toBe(1);
  world.setRevision("2");
  expect(await world.read()).toBe(first);
  expect(world.reads()).toBe(2);
});

it("reads the log of a run that works each time", async () => {
  const world = createWorld("running");
  expect(await world.read()).toBe(await world.read());
  expect(world.reads()).toBe(2);
});

it("keeps nothing for a person who can no longer see the run", async () => {
  const world = createWorld("completed");
  await world.read();
  world.setRevision(null);
  await expect(world.read()).rejects.toThrow("No such trace");
});
