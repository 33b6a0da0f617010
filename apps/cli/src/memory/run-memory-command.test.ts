import { createMemoryFinder } from "@goaltrace/core/memory";
import { createInMemoryMemoryStore } from "@goaltrace/core/in-memory";
import { createTestClock, createTestIds } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import {
  addMemory,
  listMemory,
  type MemoryServices,
  readMemoryType,
  searchMemory,
} from "./memory-actions.ts";
import { runMemoryCommand } from "./run-memory-command.ts";

const SCOPE = { workspaceId: "w", personId: "p" };

function createServices(): MemoryServices {
  const clock = createTestClock();
  const memories = createInMemoryMemoryStore(clock);
  return { clock, ids: createTestIds(), database: { memories }, memoryFinder: createMemoryFinder(memories) };
}

describe("/memory in a terminal", () => {
  it("says how to use it without words", async () => {
    expect((await runMemoryCommand(createServices(), SCOPE, " ")).join("\n")).toContain("/memory add TEXT");
  });

  it("adds, finds, lists and removes an entry", async () => {
    const services = createServices();
    const [saved] = await runMemoryCommand(services, SCOPE, "add I read reports on the train");
    const id = /\(([^)]+)\)/u.exec(saved ?? "")?.[1] ?? "";
    expect(saved).toContain('Saved as "I read reports on the train"');
    for (const text of ["reports on a train", "search reports on a train"])
      expect((await runMemoryCommand(services, SCOPE, text)).join("\n")).toMatch(/I read reports .*% sure/u);
    expect(await runMemoryCommand(services, SCOPE, "list")).toEqual([
      expect.stringContaining(`${id}  user `) as unknown,
    ]);
    expect(await runMemoryCommand(services, SCOPE, `remove ${id}`)).toEqual([
      'Removed "I read reports on the train".',
    ]);
    expect(await runMemoryCommand(services, SCOPE, "reports train")).toEqual(["Nothing in memory matches."]);
  });

  it("answers a failure with a line", async () => {
    expect(await runMemoryCommand(createServices(), SCOPE, "remove nothing")).toEqual([
      "There is no memory entry nothing.",
    ]);
  });
});

describe("memory actions", () => {
  const fields = { type: "reference", name: "Price list", description: "Prices", keywords: [] } as const;

  it("saves what agents may not, with a warning", async () => {
    const { warnings } = await addMemory(createServices(), SCOPE, {
      ...{ ...fields, content: "In src/prices.ts", isShared: false },
    });
    expect(warnings).toEqual(["src/prices.ts"]);
  });

  it("lists one type, and separately the entries that wait for review", async () => {
    const services = createServices();
    await addMemory(services, SCOPE, { ...fields, content: "In the binder", isShared: true });
    await services.database.memories.save(SCOPE, {
      ...{ ...fields, name: "Held", content: "From a page", id: "held", audience: "person" },
      ...{ state: "held", source: null, reason: "untrusted" },
    });
    const names = async (type: "reference" | "user" | null, isHeld: boolean): Promise<readonly string[]> =>
      (await listMemory(services, SCOPE, { type, isHeld })).map(({ name }) => name);
    expect(await names(null, false)).toEqual(["Price list"]);
    expect(await names("user", false)).toEqual([]);
    expect(await names("reference", true)).toEqual(["Held"]);
    expect(
      (await searchMemory(services, SCOPE, { words: "page binder" })).map(({ entry }) => entry.name),
    ).toEqual(["Price list"]);
  });

  it("keeps the entries of projects apart, and finds those of one however its name is written", async () => {
    const services = createServices();
    for (const project of ["Shop", " Web ", undefined])
      await addMemory(services, SCOPE, { ...fields, content: "In the binder", isShared: false, project });
    const all = await listMemory(services, SCOPE, { type: null, isHeld: false });
    expect(all.map(({ project }) => project).toSorted()).toEqual(["Shop", "Web", null]);
    const ofShop = await listMemory(services, SCOPE, { type: null, isHeld: false, project: "shop" });
    expect(ofShop.map(({ project }) => project)).toEqual(["Shop"]);
    const found = await searchMemory(services, SCOPE, { words: "binder", project: "WEB" });
    expect(found.map(({ entry }) => entry.project)).toEqual(["Web"]);
    expect(await searchMemory(services, SCOPE, { words: "binder" })).toHaveLength(3);
    const long = addMemory(services, SCOPE, {
      ...{ ...fields, content: "x", isShared: false, project: "p".repeat(61) },
    });
    await expect(long).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("refuses an entry without a content, and an unknown type", async () => {
    const empty = addMemory(createServices(), SCOPE, { ...fields, content: " ", isShared: false });
    await expect(empty).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(() => readMemoryType("note")).toThrow("There is no type");
  });
});
