import type { GoalTree } from "../goals/goal.ts";
import { renderPlan, renderPlanChanges } from "../goals/render-plan.ts";
import type { Todo } from "../log/run-event.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { tailPrompt } from "../prompts/generated/tail.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { renumberedSection } from "./renumbered-section.ts";
import { PLAN_TOKENS } from "../tunables.ts";

/** The content of the tail at one moment. */
export type TailInput = {
  readonly goals: GoalTree;
  /** The plan that the state part of the last compaction shows, with every open goal; null if there is none. Default: null. */
  readonly compactedGoals?: GoalTree | null;
  readonly todos: readonly Todo[];
  /** Ids of goals whose earlier numbers the model can still read. */
  readonly renumbered?: ReadonlySet<string>;
  /** The agents of the run that have not ended, one line each. Default: none. */
  readonly agents?: readonly string[];
  /** Texts that a person pinned since the last summary, verbatim. */
  readonly pins?: readonly string[];
  /** Lessons from failed calls of this run, newest last. @default none */
  readonly lessons?: readonly string[];
  /** Named results that the messages no longer show, verbatim. @default none */
  readonly values?: readonly { readonly name: string; readonly text: string }[];
  /** Notes of the guards and of limits, newest last. */
  readonly notes: readonly string[];
  /** Steps left until the limit; shown only if few. */
  readonly stepsLeft: number | null;
  readonly tokenizer: Tokenizer;
};

/** The whole plan within its limit; after a compaction whose state part shows it, while its numbers hold, only what has changed since. */
function planText({ goals, compactedGoals = null, renumbered, tokenizer }: TailInput): string {
  const options = { maxTokens: PLAN_TOKENS, count: (text: string) => tokenizer.count(text) };
  const hold = renumbered === undefined || renumbered.size === 0;
  const changes = compactedGoals !== null && hold ? renderPlanChanges(goals, compactedGoals, options) : null;
  return changes === null ? renderPlan(goals, options) : `${changes}\n${tailPrompt.unchanged}`;
}

/**
 * Renders the short message at the end of a request: plan, todos, pins, notes, remaining steps. It is rebuilt for each call and never
 * stored as a Message. Null if there is nothing to show, so that a plain chat has no overhead.
 */
export function renderTail(input: TailInput): string | null {
  const sections: string[] = [];
  if (input.goals.goals.size > 1) sections.push(`<plan>\n${planText(input)}\n</plan>`);
  const renumbered = renumberedSection(input.goals, input.renumbered ?? new Set(), (text) =>
    input.tokenizer.count(text),
  );
  if (renumbered !== "") sections.push(renumbered);
  if (input.todos.length > 0) {
    const lines = input.todos.map(
      (todo) =>
        `- [${todo.status === "completed" ? "x" : todo.status === "in_progress" ? "~" : " "}] ${todo.text}`,
    );
    sections.push(`<todos>\n${lines.join("\n")}\n</todos>`);
  }
  const agents = input.agents ?? [];
  if (agents.length > 0)
    sections.push(
      fillPrompt(subAgentsPrompt.working, {
        count: String(agents.length),
        lines: agents.map((line) => `- ${line}`).join("\n"),
      }),
    );
  const pins = input.pins ?? [];
  if (pins.length > 0) sections.push(`<pinned>\n${pins.map((pin) => `- ${pin}`).join("\n")}\n</pinned>`);
  const lessons = input.lessons ?? [];
  if (lessons.length > 0)
    sections.push(`<lessons>\n${lessons.map((lesson) => `- ${lesson}`).join("\n")}\n</lessons>`);
  const values = (input.values ?? []).map(({ name, text }) => `<value name="${name}">\n${text}\n</value>`);
  if (values.length > 0) sections.push(`<values>\n${values.join("\n")}\n</values>`);
  for (const note of input.notes) sections.push(`<note>\n${note}\n</note>`);
  if (input.stepsLeft !== null && input.stepsLeft <= 5)
    sections.push(fillPrompt(tailPrompt.budget, { steps: String(input.stepsLeft) }));
  if (sections.length === 0) return null;
  return fillPrompt(tailPrompt.state, { sections: sections.join("\n") });
}
