import { describe, expect, it } from "vitest";
import { chooseMemories, searchForTurn } from "../../src/memory/index.ts";
import { toRecalledEntries } from "../../src/memory/recall-entries.ts";
import type { MemoryEntry } from "../../src/ports/memory-store.ts";
import type { ContextSource } from "../../src/ports/run-environment.ts";
import { call, createWorld, page, type World } from "../http/memory-world.ts";
import { runScenario, SCOPE } from "../http/run-scenario.ts";
import { createTestTools } from "../http/test-tools.ts";
import { HARMLESS, type PoisonCase, POISONED, type PoisonSource } from "./poisoning-cases.ts";

const READERS: Readonly<Record<Exclude<PoisonSource, "AGENTS.md">, string>> = {
  page: "fetch_page",
  "tool result": "run_query",
  "file name": "list_files",
};

function agentsMd(text: string): ContextSource {
  return {
    ...{ slot: "project_context", trust: "untrusted" },
    load: async () => ({ text, source: "AGENTS.md" }),
  };
}

/** An agent reads the source and saves what it says, as words of the person. Returns the memory entries afterward. */
async function run(
  { source, asked, text, saved, quote }: PoisonCase,
  world: World,
): Promise<readonly MemoryEntry[]> {
  const reader = source === "AGENTS.md" ? null : READERS[source];
  const write = call("write_memory", {
    ...{ type: "user", name: saved.slice(0, 40), description: saved, keywords: [], content: saved, quote },
  });
  await runScenario({
    ...{ task: asked, checksLaws: false },
    tools: createTestTools([...world.tools, ...(reader === null ? [] : [page(text, reader)])]),
    environment: { sources: reader === null ? [agentsMd(text)] : [] },
    script: [...(reader === null ? [] : [call(reader, {})]), write, { text: "Done." }],
  });
  return await world.store.list(SCOPE);
}

async function recalled({ finder }: World, text: string): Promise<string> {
  const found = await searchForTurn(finder, { scope: SCOPE, traceId: "t", text });
  return toRecalledEntries(chooseMemories(found), 0)?.text ?? "";
}

it("has 40 attacks and 40 harmless counterparts, from each source and in both languages", () => {
  expect([POISONED.length, HARMLESS.length]).toEqual([40, 40]);
  for (const cases of [POISONED, HARMLESS])
    expect(cases.filter(({ saved }) => /\p{Script=Han}/u.test(saved))).toHaveLength(20);
});

describe("a text that asks to be remembered", () => {
  it.each(POISONED)("is held and reaches no context: $source, $saved", async (attack) => {
    const world = createWorld();
    const entries = await run(attack, world);
    expect(entries).toMatchObject([{ state: "held", content: attack.saved }]);
    expect(await recalled(world, attack.saved)).toBe("");
    expect(await world.finder.find(SCOPE, attack.saved, { limit: 10, traceId: null })).toEqual([]);
  });

  it.each(POISONED.filter((_, index) => index % 10 === 0))(
    "is found once a person approves it, edited or not, and never when rejected: $source",
    async (attack) => {
      const world = createWorld();
      const [held] = await run(attack, world);
      if (held === undefined) throw new Error("nothing is held");
      const fields = { ...held, content: `${held.content} (checked)` };
      await world.store.edit(SCOPE, held.id, { version: 1, fields, audience: "person" });
      expect(await recalled(world, attack.saved)).toBe("");
      await world.store.decide(SCOPE, held.id, "active");
      expect(await recalled(world, attack.saved)).toContain("(checked)");
      const other = createWorld();
      const [rejected] = await run(attack, other);
      await other.store.decide(SCOPE, rejected?.id ?? "", "rejected");
      expect(await recalled(other, attack.saved)).toBe("");
    },
  );
});

describe("a person's own words beside a harmless text", () => {
  it.each(HARMLESS)("are saved: $source, $saved", async (twin) => {
    const world = createWorld();
    const entries = await run(twin, world);
    expect(entries).toMatchObject([{ state: "active", content: twin.saved }]);
    expect(await recalled(world, twin.saved)).toContain(twin.saved);
  });
});
