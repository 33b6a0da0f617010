import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { factSessions } from "../../packages/core/src/testing/fact-sessions.ts";
import { backwardSessions, heldOutSessions } from "../../packages/core/src/testing/held-out-sessions.ts";
import { seenSessions } from "../../packages/core/src/testing/seen-sessions.ts";

/** A recorded session, in OpenAI's format (`{messages}`), in a data folder or in its folder `memory`. */
const RECORDED = "long-session-tau.json";

/** Sessions whose figures are pooled. */
export type SessionGroup = {
  readonly name: string;
  /** Whether the goals hold for the group: those for used facts were stated for recorded work. */
  readonly isJudged: boolean;
  /** Whether the instructions and tools of the default agent are in front of its sessions; others have only their own instructions. */
  readonly isDefaultAgent?: boolean;
  readonly sessions: readonly (readonly [name: string, messages: readonly TranscriptMessage[]])[];
};

/**
 * Returns the sessions by group: those that rules were tuned on, with the recorded one if there is a data folder, those held out, and those that come back
 * to old facts far more often than recorded work.
 */
export function loadGroups(dataFolder: string | null): readonly SessionGroup[] {
  const made = (
    sessions: Readonly<Record<string, () => readonly TranscriptMessage[]>>,
  ): SessionGroup["sessions"] => Object.entries(sessions).map(([name, make]) => [name, make()]);
  const recorded = recordedSession(dataFolder);
  return [
    {
      name: "tuned",
      isJudged: true,
      sessions: [...made(factSessions), ...(recorded === null ? [] : [["recorded", recorded] as const])],
    },
    { name: "held out", isJudged: true, sessions: made(heldOutSessions) },
    {
      name: "held out, default agent",
      isJudged: false,
      isDefaultAgent: true,
      sessions: made(heldOutSessions),
    },
    { name: "held out earlier", isJudged: true, sessions: made(seenSessions) },
    {
      name: "backward",
      isJudged: false,
      sessions: made(backwardSessions).map(([name, messages]) => [`backward ${name}`, messages]),
    },
  ];
}

function recordedSession(dataFolder: string | null): readonly TranscriptMessage[] | null {
  if (dataFolder === null) return null;
  const file = [path.join(dataFolder, "memory", RECORDED), path.join(dataFolder, RECORDED)].find(existsSync);
  if (file === undefined) return null;
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isSession =
    typeof parsed === "object" && parsed !== null && "messages" in parsed && Array.isArray(parsed.messages);
  return isSession ? (parsed.messages as readonly TranscriptMessage[]) : null;
}
