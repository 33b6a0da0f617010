import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "@goaltrace/host";
import { HISTORY_RUNS } from "../tunables.ts";

/** Returns the latest runs of the person, newest first. */
export async function recentRuns({ stores }: Runtime, scope: Scope): Promise<readonly Trace[]> {
  const { items } = await stores.traces.list(scope, {}, { cursor: null, limit: HISTORY_RUNS });
  return items.filter(({ personId }) => personId === scope.personId);
}

/** Returns the conversation that the person last continued on the command line; null without one. */
export function lastConversation(runs: readonly Trace[]): string | null {
  return (
    runs.find(({ conversationId, tags }) => conversationId !== null && tags.includes("cli"))
      ?.conversationId ?? null
  );
}

/** Returns the messages that began these runs, each once, in order. */
export function messagesOf(runs: readonly Trace[]): readonly string[] {
  return [...new Set(runs.map(({ task }) => task))];
}
