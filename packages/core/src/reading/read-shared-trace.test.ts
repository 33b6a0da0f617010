import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { buildLog, buildTrace } from "../testing/builders.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import { readSharedTrace, type SharedTrace } from "./read-shared-trace.ts";

const expiresAt = 5;
const mask = (text: string): string => text.replaceAll("heron", "[bird]");

async function shared(includeContent: boolean): Promise<SharedTrace> {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  return await readSharedTrace({ traces, scope }, second, { includeContent, expiresAt, mask });
}

describe("readSharedTrace", () => {
  it("lists goals in reading order and all messages of the log with masked texts", async () => {
    const trace = await shared(true);
    expect(trace).toMatchObject({ title: "And the ducks?", expiresAt, entryCount: 8 });
    expect(trace.goals).toEqual([
      { id: "herons", depth: 0, number: "1", title: "Count the [bird]s", status: "completed" },
      { id: "ducks", depth: 0, number: "2", title: "Count the ducks", status: "failed" },
    ]);
    expect(trace.entries.map(({ kind, text }) => [kind, text])).toEqual([
      ["user", "Count the birds"],
      ["assistant", "I plan first."],
      ["tool", "Two goals."],
      ["assistant", ""],
      ["tool", "[bird] [bird] …"],
      ["tool", "No such folder."],
      ["user", "And the ducks?"],
      ["assistant", "There are no ducks."],
    ]);
  });

  it("omits texts and the task when the link does not include contents", async () => {
    const trace = await shared(false);
    expect(trace.title).toBeNull();
    expect(trace.entries.every(({ text }) => text === null)).toBe(true);
    expect(trace.goals).toHaveLength(2);
  });

  it("masks a secret that spans the cut", async () => {
    const { traces } = createInMemoryStores();
    const log = buildLog();
    log.user(`${"x".repeat(3_998)}heron and more`);
    const trace = buildTrace({ id: log.traceId }, log.entries);
    const scope = { workspaceId: "workspace", personId: "person" };
    await traces.create(scope, trace, log.entries, []);
    const link = { includeContent: true, expiresAt, mask };
    const { entries } = await readSharedTrace({ traces, scope }, trace, link);
    expect(entries[0]?.text).toBe(`${"x".repeat(3_998)}[b`);
  });
});
