import type { ProfileStore, ProfileText } from "@goaltrace/core/ports";
import { profileConflict } from "@goaltrace/core/profile";
import { expect, it } from "vitest";
import { conversationLine, noteConversation } from "./note-conversation.ts";

const NOW = Date.parse("2026-11-23T14:05Z");
const SCOPE = { workspaceId: "w", personId: "p" };
const run = (task: string, status: "completed" | "cancelled" | "waiting" = "completed") => ({
  ...{ id: `run of ${task}`, task, status },
});

/** A DAILY of one day; `conflicts` writes meet another one. */
function createDaily(conflicts = 0) {
  let left = conflicts;
  let file: ProfileText = {
    ...{ file: "daily", day: "2026-11-23", text: "", version: 0, trimmed: "", personId: "", byAgent: true },
    ...{ savedAt: null, source: null },
  };
  const profiles: Pick<ProfileStore, "read" | "write"> = {
    read: async () => file,
    write: async (_scope, _key, { version, ...change }) => {
      if (left > 0) {
        left -= 1;
        file = { ...file, text: `${file.text}\n- by another`.trim(), version: file.version + 1 };
      }
      if (version !== file.version) throw profileConflict();
      file = { ...file, ...change, version: version + 1 };
      return file;
    },
  };
  return { parts: { profiles, now: NOW }, text: () => file.text };
}

it("writes a line per conversation: when, the first task on one line, turns and the end", async () => {
  const { parts, text } = createDaily();
  await noteConversation(parts, SCOPE, [run("Find the\nslow span"), run("And fix it", "cancelled")]);
  await noteConversation(parts, SCOPE, [run("Hello")]);
  expect(text()).toBe(
    "## Conversations\n- 14:05 UTC Find the slow span (2 turns, canceled)\n- 14:05 UTC Hello (1 turn, completed)",
  );
});

it("cuts a long task", () => {
  expect(conversationLine([run("a".repeat(500))], NOW)?.length).toBeLessThan(160);
});

it("writes nothing for a conversation without runs", async () => {
  const { parts, text } = createDaily();
  await noteConversation(parts, SCOPE, []);
  expect(text()).toBe("");
});

it("loses no line when someone else writes at the same time, and eventually gives up", async () => {
  const { parts, text } = createDaily(2);
  await noteConversation(parts, SCOPE, [run("Hello")]);
  expect(text().match(/by another/gu)).toHaveLength(2);
  expect(text()).toContain("Hello");
  const busy = noteConversation(createDaily(99).parts, SCOPE, [run("Hello")]);
  await expect(busy).rejects.toMatchObject({ code: "CONFLICT" });
});
