import { describe, expect, it } from "vitest";
import { compactContextTool } from "../../src/tools/compact-context.ts";
import {
  call,
  createWorld,
  memoryCheck,
  memoryIndex,
  page,
  person,
  PREFERENCE,
  recall,
  teach,
} from "./memory-world.ts";
import { runScenario, SCOPE } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const LINE =
  /- Sums in euros \(id [0-9a-f-]+, version 1, feedback, saved 2026-01-05\): Reports state sums in euros \[euros/u;

describe("the index of memory", () => {
  it("is in every request of a run, with a line for each entry and no contents", async () => {
    const world = createWorld([page("Nothing.")]);
    await teach(world, [call("write_memory", PREFERENCE)]);
    const run = await runScenario({
      ...{ task: "Describe the herons at the mill", tools: createTestTools(world.tools) },
      environment: { memoryIndex: await memoryIndex(world) },
      script: [call("fetch_page", {}), { text: "Done." }],
    });
    for (const { body } of run.requests) {
      expect(body).toMatch(LINE);
      expect(body).not.toContain("State sums in euros");
    }
    const kinds = run.events("call.started").map(({ data }) => data.report.segments.map(({ kind }) => kind));
    for (const segments of kinds) expect(segments).toContain("index");
  });

  it("stays unchanged while entries are added, and is read again after a compaction", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const add = person(async () => {
      await world.store.save(SCOPE, {
        ...{ type: "reference", name: "Price list", description: "Where prices are", keywords: [] },
        ...{ content: "Prices are in the blue binder", id: crypto.randomUUID(), audience: "person" },
        ...{ state: "active", source: null, reason: null },
      });
    });
    const pages = ["one", "two", "three"].map((name) => page("lamp ".repeat(400), `page_${name}`));
    let step = 0;
    const run = await runScenario({
      ...{
        task: "Look at the lamps",
        tools: createTestTools([...world.tools, ...pages, add, compactContextTool]),
      },
      environment: { memoryIndex: await memoryIndex(world), memoryCheck: memoryCheck(world) },
      contextWindow: 16_000,
      script: ({ body }) => {
        if (body.includes("<runtime-request>")) return { text: "## 1. Primary request and intent\nLamps." };
        const name = ["page_one", "page_two", "page_three", "think", "compact_context", "think"][step];
        step += 1;
        return name === undefined ? { text: "Done." } : call(name, {});
      },
    });
    const place = run.events("compaction.finished")[0]?.sequence ?? 0;
    const indexes = run.events("memory.indexed");
    expect(indexes.map(({ data }) => data.memories.length)).toEqual([1, 2]);
    expect(indexes[1]?.sequence).toBeGreaterThan(place);
    expect(run.requests.at(-1)?.body).toContain("- Price list (id ");
    expect(run.requests.at(-1)?.body.split("- Sums in euros (id ")).toHaveLength(2);
  });

  it("loses the line of an entry that is deleted", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const [entry] = await world.store.list(SCOPE);
    const act = person(async () => await world.store.remove(SCOPE, entry?.id ?? ""));
    const run = await runScenario({
      ...{ task: "Describe the herons", tools: createTestTools([...world.tools, act]) },
      environment: { memoryIndex: await memoryIndex(world), memoryCheck: memoryCheck(world) },
      script: [call("think", {}), { text: "Done." }],
    });
    expect(run.requests.map(({ body }) => LINE.test(body))).toEqual([true, false]);
  });

  it("never delays a call: an index that is not ready yet is added to a later one", async () => {
    const world = createWorld([page("Nothing.")]);
    await teach(world, [call("write_memory", PREFERENCE)]);
    const { ready, reload } = await memoryIndex(world);
    let asks = 0;
    const late = { reload, ready: () => ((asks += 1) < 2 ? null : ready()) };
    const run = await runScenario({
      ...{ task: "Describe the herons", tools: createTestTools(world.tools) },
      environment: { memoryIndex: late },
      script: [call("fetch_page", {}), { text: "Done." }],
    });
    expect(run.requests.map(({ body }) => LINE.test(body))).toEqual([false, true]);
  });

  it("cannot be saved again as a new entry", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const again = { ...PREFERENCE, name: "Currency", content: "Reports state sums in euros", quote: "" };
    const run = await runScenario({
      ...{ task: "Hello", tools: createTestTools(world.tools) },
      environment: { memoryIndex: await memoryIndex(world) },
      script: [call("write_memory", { ...again, type: "user" }), { text: "Done." }],
    });
    expect(run.results()[0]).toMatch(/Not saved: this is an entry from memory/u);
  });
});

describe("read_memory", () => {
  it("returns a whole entry, and the successor of one that was replaced", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const [old] = await world.store.list(SCOPE);
    const id = old?.id ?? "";
    const read = async (): Promise<string> => {
      const tools = createTestTools(world.tools);
      const script = [call("read_memory", { id }), { text: "Done." }];
      return (await runScenario({ task: "Hello", tools, script })).results()[0] ?? "";
    };
    expect(await read()).toContain(PREFERENCE.content);
    await world.store.save(SCOPE, {
      ...{ type: "feedback", name: "Sums in yen", description: "", keywords: [], content: "Rule: yen." },
      ...{ id: crypto.randomUUID(), audience: "person", state: "active", source: null, reason: null },
      replaces: id,
    });
    const now = await read();
    expect(now).toContain("Rule: yen.");
    expect(now).not.toContain("State sums in euros");
    await world.store.remove(SCOPE, id);
    expect(await read()).toContain("No entry in memory has the id");
  });
});

it("does not repeat an entry that an earlier turn put in the context", async () => {
  const world = createWorld();
  await teach(world, [call("write_memory", PREFERENCE)]);
  const task = "In which currency do I state the sums of the report?";
  const [first, second] = [await recall(world, task), await recall(world, task)];
  let turn = 0;
  const both: typeof first = { take: (inContext) => ((turn += 1) === 1 ? first : second).take(inContext) };
  const run = await runScenario({
    ...{ task, tools: createTestTools([...world.tools, page("Nothing.")]), environment: { recall: both } },
    script: [call("fetch_page", {}), { text: "Done." }],
  });
  expect(run.requests[1]?.body.split("State sums in euros")).toHaveLength(2);
});
