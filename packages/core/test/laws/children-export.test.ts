import { expect, it } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { InMemoryStores } from "../../src/adapters/in-memory/stores.ts";
import { createNoRedactor } from "../../src/adapters/in-memory/index.ts";
import { parseJson } from "../../src/parse-json.ts";
import { prepareImport } from "../../src/reading/prepare-import.ts";
import { splitExports } from "../../src/reading/split-exports.ts";
import { storeImports } from "../../src/reading/store-imports.ts";
import { traceLines } from "../../src/reading/trace-lines.ts";
import { createTestClock, createTestIds } from "../../src/testing/builders.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { liveThroughTree } from "./tree-lives.ts";

/** A run with two agents below it, one of which has another below it. */
async function exportedTree(): Promise<readonly string[]> {
  const below: Readonly<Record<string, readonly string[]>> = { "Do it": ["look", "work"], work: ["help"] };
  const { bench, rootId } = await liveThroughTree({
    script: ({ task, results }) => {
      const next = below[task] ?? [];
      if (results.length > 0 || next.length === 0) return { text: `${task} done` };
      return {
        calls: next.map((prompt) => ({ id: prompt, name: "task", arguments: JSON.stringify({ prompt }) })),
      };
    },
  });
  return await linesOf(bench.stores, rootId);
}

async function linesOf({ traces, blobs }: InMemoryStores, rootId: string): Promise<readonly string[]> {
  const trace = await traces.get(SCOPE, rootId);
  if (trace === undefined) throw new Error("not stored");
  const lines: string[] = [];
  for await (const line of traceLines({ traces, blobs, scope: SCOPE }, trace)) lines.push(line);
  return lines;
}

async function importInto({ traces }: InMemoryStores, lines: readonly string[], ids = createTestIds()) {
  async function* each(): AsyncGenerator<string> {
    for (const line of lines) yield await Promise.resolve(line);
  }
  const prepared = [];
  for (const file of await splitExports(each()))
    prepared.push(await prepareImport(file, { scope: SCOPE, ids, redactor: createNoRedactor() }));
  return await storeImports(prepared, { traces, ids });
}

it("exports a run with all runs below it and imports the same tree", async () => {
  const lines = await exportedTree();
  const stores = createInMemoryStores(createTestClock());
  const [imported] = await importInto(stores, lines);
  const family = await stores.traces.family(SCOPE, imported?.id ?? "");
  expect(family.map(({ task }) => task)).toEqual(["Do it", "look", "work", "help"]);
  const [, , work, help] = family;
  expect(help).toMatchObject({ parentId: work?.id, spawnedBy: { toolCallId: "help" } });
  const values = (texts: readonly string[]): readonly unknown[] => texts.map((text) => parseJson(text));
  expect(values(await linesOf(stores, imported?.id ?? ""))).toEqual(values(lines));
});

it("gives a tree whose ids are in use new ids, including where its runs refer to each other", async () => {
  const lines = await exportedTree();
  const stores = createInMemoryStores(createTestClock());
  await importInto(stores, lines);
  let next = 0;
  const [again] = await importInto(stores, lines, { next: () => `new-${(next += 1)}` });
  expect(again).toMatchObject({ renamed: true });
  const family = await stores.traces.family(SCOPE, again?.id ?? "");
  expect(family).toHaveLength(4);
  const ids = new Set(family.map(({ id }) => id));
  for (const { parentId } of family.slice(1)) expect(ids).toContain(parentId);
  for (const { id } of family)
    for (const entry of await stores.traces.entries(SCOPE, id, { after: 0 }))
      if (entry.kind === "event" && (entry.type === "child.spawned" || entry.type === "child.finished"))
        expect(ids).toContain(entry.data.childTraceId);
});
