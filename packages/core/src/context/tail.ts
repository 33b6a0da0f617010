import type { GoalTree } from "../goals/goal.ts";
import { renderPlan } from "../goals/render-plan.ts";
import type { Todo } from "../log/run-event.ts";
import { tailPrompt } from "../prompts/generated/tail.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { PLAN_TOKENS } from "../tunables.ts";

/** What the tail is made of at one moment. */
export type TailInput = {
  readonly goals: GoalTree;
  readonly todos: readonly Todo[];
  /** What a person pinned since the last summary, word for word. */
  readonly pins?: readonly string[];
  /** Notes of the guards and of limits, newest last. */
  readonly notes: readonly string[];
  /** Steps left, shown only when few. */
  readonly stepsLeft: number | null;
  readonly tokenizer: Tokenizer;
};

/**
 * The small message at the end of a request, rebuilt for each call and never stored as a Message: plan, todos, notes, budget.
 * Null when there is nothing to say, so that a plain chat pays nothing.
 */
export function renderTail(input: TailInput): string | null {
  const sections: string[] = [];
  if (input.goals.goals.size > 1) {
    const plan = renderPlan(input.goals, {
      maxTokens: PLAN_TOKENS,
      count: (text) => input.tokenizer.count(text),
    });
    sections.push(`<plan>\n${plan}\n</plan>`);
  }
  if (input.todos.length > 0) {
    const lines = input.todos.map(
      (todo) =>
        `- [${todo.status === "completed" ? "x" : todo.status === "in_progress" ? "~" : " "}] ${todo.text}`,
    );
    sections.push(`<todos>\n${lines.join("\n")}\n</todos>`);
  }
  const pins = input.pins ?? [];
  if (pins.length > 0) sections.push(`<pinned>\n${pins.map((pin) => `- ${pin}`).join("\n")}\n</pinned>`);
  for (const note of input.notes) sections.push(`<note>\n${note}\n</note>`);
  if (input.stepsLeft !== null && input.stepsLeft <= 5)
    sections.push(fillPrompt(tailPrompt.budget, { steps: String(input.stepsLeft) }));
  if (sections.length === 0) return null;
  return fillPrompt(tailPrompt.state, { sections: sections.join("\n") });
}
