import type { ModelClient } from "@goaltrace/core";
import {
  chooseMemories,
  type MemoryCandidate,
  type MemoryFinder,
  offeredMemories,
  RECALL_CHOICE,
  RECALL_CHOICE_SYSTEM,
  readRecallChoice,
  recallQuestion,
  withChoice,
} from "@goaltrace/core/memory";
import type { Ids, Scope } from "@goaltrace/core/ports";

/** The entries that a message would recall. `problem`: why the light model chose nothing, null if it did or was not asked. */
export type TestedRecall = {
  readonly candidates: readonly MemoryCandidate[];
  readonly problem: string | null;
};

/**
 * Searches memory for a message as a turn does, and lets `client` choose among what the ranking leaves out; undefined for no model. Nothing is
 * recorded. A model that fails leaves the ranking as it is.
 */
export async function testRecall(
  {
    finder,
    ids,
    client,
  }: { readonly finder: MemoryFinder; readonly ids: Ids; readonly client: ModelClient | undefined },
  scope: Scope,
  text: string,
): Promise<TestedRecall> {
  const most = client === undefined ? TESTED : RECALL_CHOICE.candidates;
  const found = chooseMemories(await finder.find(scope, text, { limit: most, traceId: null }), most);
  const offered = offeredMemories(found, () => false);
  if (client === undefined || offered.length === 0) return { candidates: found, problem: null };
  const answer = await ask(client, ids.next(), recallQuestion(text, offered));
  const read = answer.ok ? readRecallChoice(answer.text, offered) : answer;
  if (!read.ok) return { candidates: found.slice(0, TESTED), problem: read.problem };
  const chosen = withChoice(found, offered, read.value);
  return {
    candidates: chosen.filter(({ outcome }, index) => index < TESTED || outcome === "picked"),
    problem: null,
  };
}

/** Entries that people see. */
const TESTED = 10;

type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

async function ask(client: ModelClient, callId: string, question: string): Promise<Answer> {
  const { wireName } = client.profile;
  const stop = new AbortController();
  let received = 0;
  const outcome = await client.attempt({
    ...{ callId, model: wireName },
    body: JSON.stringify({
      model: wireName,
      messages: [
        { role: "system", content: RECALL_CHOICE_SYSTEM },
        { role: "user", content: question },
      ],
      stream: true,
    }),
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(RECALL_CHOICE.timeMs)]),
    onDelta: ({ text }) => {
      received += text.length;
      if (received > RECALL_CHOICE.answerCharacters) stop.abort();
    },
  });
  return outcome.ok
    ? { ok: true, text: outcome.answer.text }
    : { ok: false, problem: outcome.failure.message };
}
