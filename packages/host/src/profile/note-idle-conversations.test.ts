import { expect, it } from "vitest";
import { CONVERSATION_IDLE_MS, IDLE_SWEEP_INTERVAL_MS } from "../tunables.ts";
import { noteIdleConversations } from "./note-idle-conversations.ts";

const NOW = 1_000_000_000;
const MIRA = { workspaceId: "workspace", personId: "mira" };
const WEI = { workspaceId: "workspace", personId: "wei" };

it("notes idle conversations repeatedly until it is stopped, even after a failure", async () => {
  const stopping = new AbortController();
  const noted: unknown[] = [];
  const slept: number[] = [];
  const warnings: string[] = [];
  const rounds = [async () => await Promise.reject(new Error("no database")), async () => [MIRA, WEI]];
  await noteIdleConversations(
    {
      database: { endedConversations: { people: async () => (await rounds.shift()?.()) ?? [] } },
      noteEnded: async (scope, before) => void noted.push([scope, before]),
      clock: {
        now: () => NOW,
        sleep: async (milliseconds) => {
          slept.push(milliseconds);
          if (slept.length === 2) stopping.abort();
        },
      },
      logger: { warn: (message) => void warnings.push(message) },
    },
    stopping.signal,
  );
  expect(warnings).toEqual(["idle conversations could not be read"]);
  const before = NOW - CONVERSATION_IDLE_MS;
  expect(noted).toEqual([
    [MIRA, before],
    [WEI, before],
  ]);
  expect(slept).toEqual([IDLE_SWEEP_INTERVAL_MS, IDLE_SWEEP_INTERVAL_MS]);
});
