import type { RunContext } from "../run-context.ts";

/**
 * Stages the experiences that were chosen for this turn, if the choice is made: from here on requests show them at this place, so that requests keep
 * their prefix. A choice that is still being made delays nothing; its result is attached before a later call.
 */
export function attachExperiences({ environment, state, writer, history, ports }: RunContext): void {
  const shown = new Set(history.view.items.flatMap(({ experiences }) => experiences ?? []));
  const chosen = environment.experiences?.take(shown) ?? null;
  if (chosen === null || chosen.experiences.length === 0) return;
  const text = environment.redactor.redact(chosen.text);
  const blob = writer.stageBlob(text, "text/markdown");
  history.rememberBlob(blob, text);
  writer.stage({
    kind: "event",
    type: "experience.injected",
    goalId: state.goals.focusId,
    data: { experiences: chosen.experiences, blob, tokens: ports.tokenizer.count(text) },
  });
}
