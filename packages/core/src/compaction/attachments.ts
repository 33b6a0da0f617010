import { isOpen } from "../goals/goal-tree.ts";
import type { Goal, GoalTree } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { renderPlan } from "../goals/render-plan.ts";
import type { Todo } from "../log/run-event.ts";
import { READ_RESULT_TOOL } from "../log/tool-names.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { FileNote, KeyInformation } from "../context/extract.ts";
import { FILES_SHARE, FILES_SHOWN } from "../tunables.ts";
import { shorten } from "../context/placeholder.ts";
import { cutToTokens } from "./text-budget.ts";

/** The run state that a compaction keeps verbatim. `extraSections` holds other state, such as values and open approvals. */
export type PreservedState = {
  readonly goals: GoalTree;
  readonly todos: readonly Todo[];
  readonly extraSections?: readonly { readonly title: string; readonly text: string }[];
};

/** The text of a file as a tool result showed it to the model. */
export type FileContent = { readonly path: string; readonly text: string; readonly sequence: number };

/** Share of the attachments that a plan with its finished goals takes: facts of the work are used more often than outcomes of long ago. */
const PLAN_SHARE = 0.5;
const MAX_RECENT_FILES = 12;
const MAX_GOAL_SUMMARY_LENGTH = 240;

/**
 * Renders the attachments of a summary within their own token budget: plan, todos, pins, other state, recently used files, and the contents
 * of the newest ones. The most important sections come first. Text that does not fit is shortened visibly, never dropped silently.
 */
export function renderAttachments(
  state: PreservedState,
  content: {
    readonly pins: readonly string[];
    readonly keys: KeyInformation;
    /** Contents of files that have not changed since they were read, newest first. */
    readonly contents: readonly FileContent[];
  },
  budget: { readonly tokens: number; readonly count: (text: string) => number },
): string {
  const sections: string[] = [];
  let remaining = budget.tokens;
  const add = (title: string, text: string): void => {
    if (text === "") return;
    const section = cutToTokens(`## ${title}\n${text}`, remaining, budget.count);
    if (section === "") return;
    remaining -= budget.count(section) + 2;
    sections.push(section);
  };
  add("Plan", planText(state.goals, remaining, budget.count));
  add("Todos", state.todos.map((todo) => `- [${MARKS[todo.status]}] ${todo.text}`).join("\n"));
  add("Pinned", content.pins.map((pin) => `- ${pin}`).join("\n"));
  for (const { title, text } of state.extraSections ?? []) add(title, text);
  add("Files last used", fileLines([...content.keys.files.values()].slice(-MAX_RECENT_FILES).reverse()));
  // All or nothing: the model would mistake half a file for the whole.
  let room = Math.min(remaining, Math.floor(budget.tokens * FILES_SHARE));
  for (const file of content.contents.slice(0, FILES_SHOWN)) {
    const section = `## ${file.path}, as read in #${file.sequence}\n${file.text}`;
    const tokens = budget.count(section) + 2;
    if (tokens > room) continue;
    room -= tokens;
    sections.push(section);
  }
  if (sections.length === 0) return "";
  return fillPrompt(compactionPrompt.state, { sections: sections.join("\n") });
}

/** A line with the id of the call for each file that a call read, changed or deleted; files of which only the name is known share one line. */
function fileLines(files: readonly FileNote[]): string {
  const named = files.filter(({ use, changed }) => use === "named" && !changed).map(({ text }) => text);
  const lines = files.flatMap(({ text, use, changed, toolCallId }) =>
    use === "named" && !changed
      ? []
      : [
          `- ${text} (${changed && use !== "deleted" ? "changed" : use}, ${READ_RESULT_TOOL} id="${toolCallId}")`,
        ],
  );
  return [...lines, ...(named.length === 0 ? [] : [`- named: ${named.join(", ")}`])].join("\n");
}

const MARKS = { pending: " ", in_progress: "~", completed: "x" } as const;

/**
 * Every open goal in full, and as many of the plan's last finished goals as fit with them into half of the tokens; the others are counted. If not
 * even the open ones fit, the plan as each call shows it.
 */
function planText(tree: GoalTree, tokens: number, count: (text: string) => number): string {
  const open = goalLines(tree, true);
  const openTokens = count(open.join("\n"));
  if (openTokens > tokens) return renderPlan(tree, { maxTokens: tokens, count });
  const all = goalLines(tree, false);
  const shown = new Set(open);
  let room = tokens * PLAN_SHARE - openTokens;
  for (const line of [...all].reverse()) {
    if (shown.has(line)) continue;
    room -= count(line) + 1;
    if (room < 0) break;
    shown.add(line);
  }
  const hidden = all.length - shown.size;
  const lines = all.filter((line) => shown.has(line));
  return [...(hidden === 0 ? [] : [`(${hidden} finished before)`]), ...lines].join("\n");
}

/** Returns true if a text lists every open goal as the plan of a state part does. */
export function listsOpenGoals(tree: GoalTree, text: string): boolean {
  return goalLines(tree, true).every((line) => text.includes(line));
}

function goalLines(tree: GoalTree, openOnly: boolean): readonly string[] {
  return [...numberGoals(tree)].flatMap(([goalId, number]) => {
    const goal = tree.goals.get(goalId);
    return goal === undefined || (openOnly && !isOpen(goal.status)) ? [] : [goalLine(tree, goal, number)];
  });
}

/** Returns the line of a goal in the plan of a state part: its number, status, title and outcome. */
export function goalLine(tree: GoalTree, goal: Goal, number: string): string {
  const status = goal.id === tree.focusId ? "in focus" : goal.status.replace("_", " ");
  const summary = goal.summary === null ? "" : `: ${shorten(goal.summary, MAX_GOAL_SUMMARY_LENGTH)}`;
  return `${number} [${status}] ${goal.title}${summary}`;
}
