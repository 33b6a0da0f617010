import { countOf, type Trace } from "@goaltrace/core/log";
import type { ProfileKey, ProfileStore, Scope } from "@goaltrace/core/ports";
import { editProfile, PROFILE_BUDGETS, profileDay } from "@goaltrace/core/profile";

/** The section of DAILY with a line for each conversation. */
const SECTION = "Conversations";
/** Characters of a task in its line. */
const MAX_TASK = 120;
/** Times that a write is tried again because someone else wrote meanwhile. */
const RETRIES = 3;

type Parts = {
  readonly profiles: Pick<ProfileStore, "read" | "write">;
  readonly now: number;
};

/**
 * Appends a line about a conversation that someone left to the DAILY of the day: when, what the person asked first, the number of turns, and how the
 * last one ended. Nothing for a conversation without runs. The line is written by code, so it costs no model call.
 */
export async function noteConversation(
  { profiles, now }: Parts,
  scope: Scope,
  runs: readonly Pick<Trace, "id" | "task" | "status">[],
): Promise<void> {
  const line = conversationLine(runs, now);
  if (line === null) return;
  const last = runs.at(-1);
  const key: ProfileKey = { file: "daily", day: profileDay(now) };
  for (let attempt = 0; ; attempt += 1) {
    const before = await profiles.read(scope, key);
    const edited = editProfile(
      before.text,
      { kind: "add", section: SECTION, content: line },
      PROFILE_BUDGETS.daily,
    );
    if (!edited.ok) return;
    const trimmed = edited.trimmed?.text ?? "";
    try {
      await profiles.write(scope, key, {
        version: before.version,
        text: edited.text,
        trimmed,
        byAgent: true,
        source: last === undefined ? null : { traceId: last.id, sequence: null },
      });
      return;
    } catch (thrown) {
      const isConflict = thrown instanceof Error && "code" in thrown && thrown.code === "CONFLICT";
      if (!isConflict || attempt >= RETRIES) throw thrown;
    }
  }
}

/** Returns the line of a conversation; null without runs. */
export function conversationLine(
  runs: readonly Pick<Trace, "task" | "status">[],
  now: number,
): string | null {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const task = first.task.replace(/\s+/gu, " ").trim();
  const shown = task.length > MAX_TASK ? `${task.slice(0, MAX_TASK - 1)}…` : task;
  const time = new Date(now).toISOString().slice(11, 16);
  const turns = countOf(runs.length, "turn");
  return `- ${time} UTC ${shown} (${turns}, ${last.status === "cancelled" ? "canceled" : last.status})`;
}
