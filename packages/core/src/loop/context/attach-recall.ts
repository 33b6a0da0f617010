import type { RunContext } from "../run-context.ts";

/**
 * Stages what memory found for this turn, if the search has ended: from here on requests show it at this place. A search that is still running
 * delays nothing; its result is attached before a later call.
 */
export function attachRecall({ environment, state, writer, history, ports }: RunContext): void {
  const found = environment.recall?.take() ?? null;
  if (found === null) return;
  const { memories, candidates } = found;
  const text = environment.redactor.redact(found.text);
  const blob = writer.stageBlob(text, "text/markdown");
  history.rememberBlob(blob, text);
  writer.stage({
    kind: "event",
    type: "memory.recalled",
    goalId: state.goals.focusId,
    data: {
      ...{ memories, blob, tokens: ports.tokenizer.count(text), callId: null },
      ...(candidates && { candidates }),
    },
  });
}
