import { childIds, isOpen } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { renderPlan } from "../goals/render-plan.ts";
import type { Todo } from "../log/run-event.ts";
import { READ_RESULT_TOOL } from "../log/tool-names.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { KeyInformation } from "../context/extract.ts";
import { FILES_SHARE, FILES_SHOWN } from "../tunables.ts";
import { inShort } from "../context/placeholder.ts";
import { cutToTokens } from "./text-budget.ts";

/** The state of a run that goes through a compaction verbatim. `more` is whatever else has a state: values, open approvals. */
export type RunStateTexts = {
  readonly goals: GoalTree;
  readonly todos: readonly Todo[];
  readonly more?: readonly { readonly title: string; readonly text: string }[];
};

/** What a model was shown of a file. */
export type FileContent = { readonly path: string; readonly text: string; readonly sequence: number };

const RECENT_FILES = 12;
const SUMMARY_LENGTH = 240;

/**
 * The attachments of a summary, within a budget of their own: plan, todos, pins, other state, files last used and
 * what was read of the newest. What is most
 * important comes first; what does not fit is told in short rather than left out in silence.
 */
export function renderAttachments(
  state: RunStateTexts,
  known: {
    readonly pins: readonly string[];
    readonly keys: KeyInformation;
    /** What was read last of files that nobody changed since, newest first. */
    readonly contents: readonly FileContent[];
  },
  budget: { readonly tokens: number; readonly count: (text: string) => number },
): string {
  const sections: string[] = [];
  let left = budget.tokens;
  const add = (title: string, text: string): void => {
    if (text === "") return;
    const section = cutToTokens(`## ${title}\n${text}`, left, budget.count);
    if (section === "") return;
    left -= budget.count(section) + 2;
    sections.push(section);
  };
  add("Plan", planText(state.goals, left, budget.count));
  add("Todos", state.todos.map((todo) => `- [${MARKS[todo.status]}] ${todo.text}`).join("\n"));
  add("Pinned", known.pins.map((pin) => `- ${pin}`).join("\n"));
  for (const { title, text } of state.more ?? []) add(title, text);
  const files = [...known.keys.files.values()].slice(-RECENT_FILES).reverse();
  add(
    "Files last used",
    files
      .map(
        (file) =>
          `- ${file.text} (${file.changed ? "changed" : "read"}, ${READ_RESULT_TOOL} id="${file.toolCallId}")`,
      )
      .join("\n"),
  );
  // In full or not at all: half a file is taken for the whole one.
  let room = Math.min(left, Math.floor(budget.tokens * FILES_SHARE));
  for (const content of known.contents.slice(0, FILES_SHOWN)) {
    const section = `## ${content.path}, as read in #${content.sequence}\n${content.text}`;
    const tokens = budget.count(section) + 2;
    if (tokens > room) continue;
    room -= tokens;
    sections.push(section);
  }
  if (sections.length === 0) return "";
  return fillPrompt(compactionPrompt.state, { sections: sections.join("\n") });
}

const MARKS = { pending: " ", in_progress: "~", completed: "x" } as const;

/** Every goal in full when that fits, else the open ones in full, else the plan as it is shown at each call. */
function planText(tree: GoalTree, tokens: number, count: (text: string) => number): string {
  if (childIds(tree, tree.rootId).length === 0) return "";
  for (const openOnly of [false, true]) {
    const text = goalLines(tree, openOnly).join("\n");
    if (count(text) <= tokens) return text;
  }
  return renderPlan(tree, { maxTokens: tokens, count });
}

function goalLines(tree: GoalTree, openOnly: boolean): readonly string[] {
  return [...numberGoals(tree)].flatMap(([goalId, number]) => {
    const goal = tree.goals.get(goalId);
    if (goal === undefined || (openOnly && !isOpen(goal.status))) return [];
    const status = goalId === tree.focusId ? "in focus" : goal.status.replace("_", " ");
    const summary = goal.summary === null ? "" : `: ${inShort(goal.summary, SUMMARY_LENGTH)}`;
    return [`${number} [${status}] ${goal.title}${summary}`];
  });
}
