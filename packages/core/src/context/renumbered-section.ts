import { numberGoals } from "../goals/number-goals.ts";
import type { GoalTree } from "../goals/goal.ts";
import { tailPrompt } from "../prompts/generated/tail.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { RENUMBERED_TOKENS } from "../tunables.ts";
import { shorten } from "./placeholder.ts";

/** Lengths of titles in characters, tried in order until all fit. */
const TITLE_LENGTHS = [200, 60, 24];

/**
 * Restates the current number of every goal whose earlier number the model can still read. If they do not all fit, those that do, and that any
 * other earlier number is void. Empty if there is none.
 */
export function renumberedSection(
  goals: GoalTree,
  renumbered: ReadonlySet<string>,
  count: (text: string) => number,
): string {
  const current = [...numberGoals(goals)].flatMap(([goalId, number]) => {
    const title = renumbered.has(goalId) ? goals.goals.get(goalId)?.title : undefined;
    return title === undefined ? [] : [{ number, title }];
  });
  if (current.length === 0) return "";
  const render = (length: number, shown: number): string => {
    const lines = current.slice(0, shown).map(({ number, title }) => `${number} ${shorten(title, length)}`);
    const rest = shown < current.length ? [tailPrompt.void] : [];
    return fillPrompt(tailPrompt.renumbered, { lines: [...lines, ...rest].join("\n") });
  };
  for (const length of TITLE_LENGTHS) {
    const text = render(length, current.length);
    if (count(text) <= RENUMBERED_TOKENS) return text;
  }
  const shortest = TITLE_LENGTHS.at(-1) ?? 0;
  for (let shown = Math.floor(current.length / 2); shown > 0; shown = Math.floor(shown / 2)) {
    const text = render(shortest, shown);
    if (count(text) <= RENUMBERED_TOKENS) return text;
  }
  return render(shortest, 0);
}
