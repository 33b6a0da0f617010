import { createInMemoryLiveFeed, createInMemoryStores } from "@goaltrace/core/in-memory";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { tail } from "./tail.ts";
import type { TailItem } from "./tail.ts";

const scope = { workspaceId: "workspace", personId: "person" };
const SAID = { callId: "call", attempt: 1, text: "Let me think", reasoning: "" };

/** Follows a run at work until an item is wanted; `lateBy` looks for a partial text find none, as before it was written. */
async function firstItem(
  lateBy: number,
  isWanted: (item: TailItem) => boolean,
): Promise<TailItem | undefined> {
  const { traces } = createInMemoryStores();
  const log = buildLog();
  log.user("What is the key word?");
  const trace = buildTrace({ id: log.traceId, status: "running" }, log.entries);
  await traces.create(scope, trace, log.entries, []);
  let looks = 0;
  const live = {
    ...createInMemoryLiveFeed(),
    partial: async () => {
      looks += 1;
      return looks > lateBy ? SAID : undefined;
    },
  };
  const watching = new AbortController();
  const items = tail({
    traces,
    live,
    scope,
    traceId: trace.id,
    after: 0,
    signal: watching.signal,
    mayWatch: async () => undefined,
  });
  try {
    for await (const item of items) if (isWanted(item)) return item;
  } finally {
    watching.abort();
  }
  return undefined;
}

it("W3 · who opens a run right after words were streamed gets them although the model says no more", async () => {
  const item = await firstItem(1, ({ kind }) => kind === "partial");
  expect(item).toEqual({ kind: "partial", partial: SAID });
});

it("W3 · who opens a run in the middle of an answer gets what was said so far at once", async () => {
  const item = await firstItem(0, ({ kind }) => kind === "partial");
  expect(item).toEqual({ kind: "partial", partial: SAID });
});
