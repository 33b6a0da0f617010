import { createInMemoryStores } from "@goaltrace/core/in-memory";
import type { ProfileStore, ProfileText } from "@goaltrace/core/ports";
import { buildTrace, createTestClock } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createNoteEnded } from "./note-ended-conversations.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const EVENING = Date.parse("2026-11-23T23:50Z");
const NEXT_DAY = Date.parse("2026-11-24T08:00Z");

/** DAILY by day, in memory. */
function createDaily() {
  const days = new Map<string, ProfileText>();
  const profiles: Pick<ProfileStore, "read" | "write"> = {
    read: async (_scope, key) =>
      days.get(key.day ?? "") ?? {
        ...{ ...key, text: "", version: 0, trimmed: "", personId: "", byAgent: true, savedAt: null },
        source: null,
      },
    write: async (_scope, key, change) => {
      const { source = null, ...written } = change;
      const next = { ...key, ...written, source, version: change.version + 1, personId: "", savedAt: null };
      days.set(key.day ?? "", next);
      return next;
    },
  };
  return { profiles, text: (day: string) => days.get(day)?.text ?? "" };
}

async function setUp(take: () => Promise<readonly { readonly id: string; readonly endedAt: number }[]>) {
  const { traces } = createInMemoryStores(createTestClock());
  for (const [id, createdAt] of [
    ["first", 1],
    ["second", 2],
  ] as const) {
    const run = {
      id,
      conversationId: "talk",
      task: `The ${id} question`,
      status: "completed" as const,
      createdAt,
    };
    await traces.create(SCOPE, buildTrace({ ...SCOPE, ...run }), [], []);
  }
  const daily = createDaily();
  const warnings: string[] = [];
  const logger = { warn: (message: string) => void warnings.push(message) };
  const noteEnded = createNoteEnded({
    endedConversations: { take },
    profiles: daily.profiles,
    traces,
    logger,
  });
  return { daily, warnings, noteEnded };
}

it("adds a conversation to the day on which it ended, with its first question and all turns", async () => {
  const { daily, noteEnded } = await setUp(async () => [{ id: "talk", endedAt: EVENING }]);
  await noteEnded(SCOPE, NEXT_DAY);
  expect(daily.text("2026-11-23")).toContain("- 23:50 UTC The first question (2 turns, completed)");
  expect(daily.text("2026-11-24")).toBe("");
});

it("warns instead of failing", async () => {
  const { warnings, noteEnded } = await setUp(async () => await Promise.reject(new Error("no database")));
  await noteEnded(SCOPE, NEXT_DAY);
  expect(warnings).toEqual(["ended conversations were not noted"]);
});
