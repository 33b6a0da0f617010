import type { Delta } from "@goaltrace/core/log";
import type { PartialCall } from "@goaltrace/core/ports";

type Answer = Pick<Extract<PartialCall, { kind: "model" }>, "callId" | "attempt" | "text" | "reasoning">;
type Ends = { readonly attempt: number; text: number; reasoning: number };

/** How much of the text of running model calls a watcher has already received. */
export type SentText = {
  /** Marks a delta as sent. A delta after a gap does not count: the watcher waits for the partial text. */
  note(delta: Delta): void;
  /** Marks a partial text as sent. Returns false when it contains nothing that the watcher does not have. */
  takePartial(answer: Answer): boolean;
};

/** Creates the record of one watcher. A later attempt of a call starts over. */
export function createSentText(): SentText {
  const sent = new Map<string, Ends>();
  const endsOf = ({ callId, attempt }: Pick<Answer, "callId" | "attempt">): Ends => {
    const current = sent.get(callId);
    const ends = current?.attempt === attempt ? current : { attempt, text: 0, reasoning: 0 };
    sent.set(callId, ends);
    return ends;
  };
  return {
    note(delta) {
      if (delta.channel !== "text" && delta.channel !== "reasoning") return;
      const ends = endsOf(delta);
      if (delta.offset <= ends[delta.channel])
        ends[delta.channel] = Math.max(ends[delta.channel], delta.offset + delta.text.length);
    },
    takePartial(answer) {
      const ends = endsOf(answer);
      const isNews = answer.text.length > ends.text || answer.reasoning.length > ends.reasoning;
      ends.text = Math.max(ends.text, answer.text.length);
      ends.reasoning = Math.max(ends.reasoning, answer.reasoning.length);
      return isNews;
    },
  };
}
