import { describe, expect, it } from "vitest";
import type { MemoryFields, NewMemory } from "../../src/ports/memory-store.ts";
import { compactContextTool } from "../../src/tools/compact-context.ts";
import { RECALL_TOOLS } from "../../src/tools/recall-tools.ts";
import {
  call,
  createWorld,
  memoryCheck,
  page,
  person,
  PREFERENCE,
  recall,
  teach,
  type World,
} from "./memory-world.ts";
import { type Outcome, runScenario, SCOPE } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

describe("when an entry changes after a run has it in its context", () => {
  const OTHER: MemoryFields = {
    type: "user",
    ...{ name: "Home town", description: "Reports come from Lisbon", keywords: [] },
    content: "Lives in Lisbon, where the reports are read",
  };
  const fresh = (): Pick<NewMemory, "id" | "audience" | "state" | "source" | "reason"> => ({
    ...{ id: crypto.randomUUID(), audience: "person", state: "active", source: null, reason: null },
  });

  /** Asks about both entries; the person acts before the second call. */
  async function watch(world: World, act: (id: string) => Promise<unknown>): Promise<Outcome> {
    await teach(world, [call("write_memory", PREFERENCE)]);
    await world.store.save(SCOPE, { ...OTHER, ...fresh() });
    const id = (await world.store.list(SCOPE)).find(({ name }) => name === PREFERENCE.name)?.id ?? "";
    const task = "Which currency do sums in the reports have, euros? And do I live in Lisbon?";
    const tools = [...world.tools, person(async () => await act(id))];
    return await runScenario({
      ...{ task, tools: createTestTools(tools) },
      environment: { recall: await recall(world, task), memoryCheck: memoryCheck(world) },
      script: [
        call("search_memory", { query: "currency of sums in reports" }),
        call("think", {}),
        call("think", {}),
        { text: "Done." },
      ],
    });
  }

  it("stops sending a deleted entry, whether recalled or found, and keeps the others", async () => {
    const world = createWorld();
    let isDeleted = false;
    const run = await watch(world, async (id) => {
      if (!isDeleted) await world.store.remove(SCOPE, id);
      isDeleted = true;
    });
    const [, before, after, last] = run.requests.map(({ body }) => body);
    expect(before?.split("State sums in euros")).toHaveLength(3);
    for (const body of [after, last]) {
      expect(body).not.toContain("State sums in euros");
      expect(body).not.toContain("Sums in euros");
      expect(body).toContain("Lives in Lisbon");
      expect(body).toContain("[withdrawn: ");
    }
    expect(run.events("memory.withdrawn")).toHaveLength(1);
  });

  it("shows the new words of an entry that a person corrects, at once", async () => {
    const world = createWorld();
    const content = "Rule: State sums in dollars. Why: The books moved. How to apply: Every report.";
    const run = await watch(world, async (id) => {
      const { version, keywords, description, name } = await world.store.get(SCOPE, id);
      if (version > 1) return;
      const fields = { type: "feedback", name, description, keywords, content } as const;
      await world.store.edit(SCOPE, id, { version, fields, audience: "person" });
    });
    const after = run.requests[2]?.body;
    expect(after).not.toContain("State sums in euros");
    expect(after).toContain("State sums in dollars");
    expect(run.events("memory.withdrawn")[0]?.data.recalls[0]?.memories).toContainEqual({
      memoryId: (await world.store.list(SCOPE)).find(({ name }) => name === PREFERENCE.name)?.id,
      version: 2,
    });
  });

  it("shows the successor of a superseded entry", async () => {
    const world = createWorld();
    let isReplaced = false;
    const run = await watch(world, async (id) => {
      if (isReplaced) return;
      isReplaced = true;
      await world.store.save(SCOPE, {
        ...{ type: "feedback", name: "Sums in yen", description: "Reports state sums in yen" },
        ...{ keywords: [], content: "Rule: State sums in yen. Why: Moved. How to apply: Every report." },
        ...fresh(),
        replaces: id,
      });
    });
    const after = run.requests[2]?.body;
    expect(after).not.toContain("State sums in euros");
    expect(after).toContain("State sums in yen");
  });

  it("does not give a withdrawn result back to read_result or search_history", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const [entry] = await world.store.list(SCOPE);
    const act = person(async () => await world.store.remove(SCOPE, entry?.id ?? ""));
    const run = await runScenario({
      ...{ task: "Tell me about the ledger", tools: createTestTools([...world.tools, ...RECALL_TOOLS, act]) },
      ...{ agent: { tools: "all" }, environment: { memoryCheck: memoryCheck(world) } },
      script: (request, position) => {
        if (position === 0) return call("search_memory", { query: "currency of sums in reports" });
        if (position === 1) return call("think", {});
        if (position === 2) return call("search_history", { text: "books are in euros" });
        const id = /"tool_call_id":"([^"]+)"/u.exec(request.body)?.[1];
        return position === 3 ? call("read_result", { id }) : { text: "Done." };
      },
    });
    const [found, , history, original] = run.results();
    expect(found).toContain("State sums in euros");
    expect(history).not.toContain("euros.");
    expect(original).toContain("has no result");
  });

  it("removes the lines of a summary that repeat a deleted entry", async () => {
    const world = createWorld();
    await teach(world, [call("write_memory", PREFERENCE)]);
    const [entry] = await world.store.list(SCOPE);
    const act = person(async () => await world.store.remove(SCOPE, entry?.id ?? "").catch(() => undefined));
    const pages = ["One", "Two", "Three"].map((text) =>
      page(`${text}: ${"lamp ".repeat(400)}`, `page_${text}`),
    );
    const task = "In which currency do I state the sums of the report?";
    let step = 0;
    const run = await runScenario({
      ...{ task, tools: createTestTools([...world.tools, ...pages, act, compactContextTool]) },
      environment: { recall: await recall(world, task), memoryCheck: memoryCheck(world) },
      contextWindow: 16_000,
      script: ({ body }) => {
        if (body.includes("<runtime-request>"))
          return {
            text: "## 1. Primary request and intent\nA report on lamps.\nIts sums are stated in euros, like the books.",
          };
        step += 1;
        const calls = ["page_One", "page_Two", "page_Three", "compact_context", "think", "think"];
        const name = calls[step - 1];
        return name === undefined ? { text: "Done." } : call(name, {});
      },
    });
    expect(run.events("compaction.finished").map(({ data }) => data.source)).toEqual(["model"]);
    const bodies = run.requests.map((request) => request.body);
    const compacted = bodies.filter((body) => body.includes("A report on lamps."));
    expect(compacted.length).toBeGreaterThanOrEqual(3);
    expect(compacted[0]).toContain("stated in euros, like the books");
    for (const body of compacted.slice(1)) expect(body).not.toContain("euros");
  });
});
