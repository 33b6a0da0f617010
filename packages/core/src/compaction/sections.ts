import type { GoalTree } from "../goals/goal.ts";
import { isOpen } from "../goals/goal-tree.ts";
import type { Todo } from "../log/run-event.ts";
import type { KeyInformation, Note } from "../context/extract.ts";
import type { GoalNote } from "../context/goal-notes.ts";
import { goalNoteLines } from "./goal-note-lines.ts";
import { cutToTokens } from "./text-budget.ts";

/** The nine sections of a summary, in order. Code writes the sixth. */
export const SECTION_TITLES = [
  "Primary request and intent",
  "Key concepts",
  "Files and code",
  "Errors and fixes",
  "Problem solving",
  "All user messages",
  "Pending tasks",
  "Current work",
  "Next step",
] as const;
const USER_SECTION = 6;

/** Text by section number, 1 to 9. */
export type Sections = ReadonlyMap<number, string>;

/** Parses a model's summary by its nine headings. Text before the first heading goes into the first section; nothing is dropped. */
export function parseSections(text: string): Sections {
  const sections = new Map<number, string>();
  let current = 1;
  for (const line of text.split("\n")) {
    const number = sectionNumber(line);
    if (number !== null) current = number;
    else if (line.trim() !== "" && current !== USER_SECTION)
      sections.set(current, [...(sections.get(current)?.split("\n") ?? []), line].join("\n"));
  }
  return sections;
}

function sectionNumber(line: string): number | null {
  const match = /^\s*(?:#{1,6}|\*\*)\s*(?:(\d)[.):]?\s*)?/u.exec(line);
  if (match === null) return null;
  const title = line.slice(match[0].length).toLowerCase();
  const byTitle = SECTION_TITLES.findIndex((sectionTitle) => title.startsWith(sectionTitle.toLowerCase()));
  if (byTitle >= 0) return byTitle + 1;
  const number = Number(match[1] ?? 0);
  return number >= 1 ? number : null;
}

/**
 * Builds the sections by code, without a model: no narrative, but every extracted name, error and decision; those of closed goals in a line for each
 * goal. `shown` is the state part of the same summary.
 */
export function extractiveSections(
  keys: KeyInformation,
  state: {
    readonly goals: GoalTree;
    readonly todos: readonly Todo[];
    readonly earlier: Sections;
    /** The notes of closed goals, oldest first. */
    readonly notes: readonly GoalNote[];
    readonly shown: string;
  },
): Sections {
  const root = state.goals.goals.get(state.goals.rootId);
  const focus = state.goals.goals.get(state.goals.focusId);
  const open = [...state.goals.goals.values()].filter(
    (goal) => goal.parentId !== null && isOpen(goal.status),
  );
  const todos = state.todos.filter((todo) => todo.status !== "completed");
  const tools = [...keys.tools.values()].map(
    (use) => `${use.name} ×${use.calls}${use.failures > 0 ? ` (${use.failures} failed)` : ""}`,
  );
  const files = [...keys.files.values()]
    .reverse()
    .map((file) => `${file.text}${file.use === "deleted" ? " (deleted)" : file.changed ? " (changed)" : ""}`);
  const lines = (notes: readonly Note[]): string =>
    notes
      .map((note) => `- #${note.sequence} ${note.text}`)
      .reverse()
      .join("\n");
  const noted = new Set(state.notes.flatMap(({ errors, decisions }) => [...errors, ...decisions]));
  const unnoted = (notes: readonly Note[]): string => lines(notes.filter(({ text }) => !noted.has(text)));
  const closed = goalNoteLines(state.notes, state.goals, state.shown).join("\n");
  const contents: readonly (readonly [number, readonly string[]])[] = [
    [1, [root?.title ?? "", lines(keys.requirements)]],
    [2, [tools.length === 0 ? "" : `Tools run: ${tools.join(", ")}`, numbersBesideFacts(keys).join(", ")]],
    [3, [files.join("\n")]],
    [4, [unnoted(keys.errors)]],
    [5, [closed, unnoted(keys.decisions), lines(keys.completions)]],
    [7, [...open.map((goal) => `- ${goal.title}`), ...todos.map((todo) => `- ${todo.text}`)]],
    [
      8,
      [
        focus === undefined || focus.parentId === null ? "" : `Goal in focus: ${focus.title}`,
        keys.lastText?.text ?? "",
      ],
    ],
    [
      9,
      [todos.find((todo) => todo.status === "in_progress")?.text ?? todos[0]?.text ?? open[0]?.title ?? ""],
    ],
  ];
  return new Map(
    contents.flatMap(([number, parts]) => {
      const now = parts.filter((part) => part !== "").join("\n");
      const before = CARRIED_OVER_SECTIONS.has(number)
        ? withoutLinesOf(now, state.earlier.get(number) ?? "")
        : "";
      const text = [now, before === "" ? "" : `Earlier: ${before}`].filter((part) => part !== "").join("\n");
      return text === "" ? [] : [[number, text] as const];
    }),
  );
}

/** The lines of an earlier text that `now` does not repeat. */
function withoutLinesOf(now: string, earlier: string): string {
  return earlier
    .split("\n")
    .filter((line) => !now.includes(line))
    .join("\n");
}

/** The numbers, newest first, that no fact of the index contains. */
function numbersBesideFacts({ numbers, facts }: KeyInformation): readonly string[] {
  const listed = [...facts.keys()].join(" ");
  return [...numbers.keys()].reverse().filter((number) => !listed.includes(number));
}

/** Sections of an earlier summary that still hold. The others describe a state that has passed. */
const CARRIED_OVER_SECTIONS: ReadonlySet<number> = new Set([1, 2, 5]);

/** The sections that list files and open goals, which the state part shows too. */
const LISTING_SECTIONS: ReadonlySet<number> = new Set([3, 7]);

/** The section that repeats what people asked for. */
const QUOTING_SECTIONS: ReadonlySet<number> = new Set([1]);

/** Leaves out the lines that the state part of the same summary shows word for word: in a small window a second copy takes the room of facts. */
export function withoutRepeats(sections: Sections, stateText: string): Sections {
  return withoutLines(sections, LISTING_SECTIONS, stateText);
}

/** Leaves out the requirements that the section of user messages shows word for word. */
export function withoutQuotes(sections: Sections, userText: string): Sections {
  return withoutLines(sections, QUOTING_SECTIONS, userText);
}

function withoutLines(sections: Sections, from: ReadonlySet<number>, shown: string): Sections {
  return new Map(
    [...sections].map(([number, text]) => [
      number,
      from.has(number)
        ? text
            .split("\n")
            .filter((line) => !shown.includes(line.replace(/^- (?:#\d+ )?/u, "")))
            .join("\n")
        : text,
    ]),
  );
}

/** Returns the tokens of all sections in full, with their headings. */
export function sectionsTokens(sections: Sections, count: (text: string) => number): number {
  return [...sections].reduce(
    (sum, [number, text]) => sum + (number === USER_SECTION ? 0 : count(text)),
    frameTokens(count),
  );
}

function frameTokens(count: (text: string) => number): number {
  return SECTION_TITLES.reduce((sum, title) => sum + count(title) + 6, 12);
}

/** Joins the nine sections within a budget. User messages are never cut here; the other sections share the remaining tokens. */
export function joinSections(
  sections: Sections,
  users: string,
  budget: { readonly tokens: number; readonly count: (text: string) => number },
): string {
  const { count } = budget;
  let remaining = Math.max(0, budget.tokens - frameTokens(count) - count(users));
  const texts = new Map<number, string>([[USER_SECTION, users]]);
  const fits = sectionsTokens(sections, count) - frameTokens(count) <= remaining;
  for (const [position, number] of BUDGET_ORDER.entries()) {
    const share = Math.floor(remaining / (BUDGET_ORDER.length - position));
    const tokens = fits ? remaining : MOST_IMPORTANT.has(number) ? remaining / 2 : share;
    const text = cutToTokens(sections.get(number) ?? "", tokens, count);
    remaining -= count(text);
    texts.set(number, text);
  }
  // Section text is not trimmed: user messages are compared and searched word for word.
  const blocks = SECTION_TITLES.map((title, index) => {
    const text = texts.get(index + 1) ?? "";
    return `## ${index + 1}. ${title}${text === "" ? "" : "\n"}${text}`;
  });
  return `<summary>\n${blocks.join("\n")}\n</summary>`;
}

/** The order in which sections get their share of the budget; later ones share the rest. */
const BUDGET_ORDER = [1, 9, 8, 7, 5, 4, 3, 2] as const;
const MOST_IMPORTANT: ReadonlySet<number> = new Set([1, 5]);
