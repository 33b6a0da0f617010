import { createThread, type ThreadAnswer } from "./thread.ts";

/** A glob in picomatch's syntax. `dot`: whether wildcards match names that begin with a dot. */
export type Glob = { readonly pattern: string; readonly dot: boolean };

/** The rules of one ignore file. `text` may be omitted once the thread has received it. `base`: its directory, "" for the project folder. */
export type IgnoreRules = { readonly id: string; readonly base: string; readonly text?: string };

export type ListedEntry = { readonly path: string; readonly isDirectory: boolean };

/** One line of a match or its context. `number` counts from 1. */
export type FoundLine = { readonly number: number; readonly text: string; readonly isMatch: boolean };

/** The matching lines of one text. `lines` has them with their context; empty without `excerpt`. */
export type FoundLines = { readonly matches: number; readonly lines: readonly FoundLine[] };

export type LineSearch = {
  readonly source: string;
  readonly flags: string;
  /** Maximum matching lines of a text. */
  readonly maxPerText: number;
  /** Null: only count the lines. */
  readonly excerpt: { readonly context: number; readonly maxLineCharacters: number } | null;
};

/** Matches patterns that models and repositories supply, in a thread with a time limit. */
export type PatternThread = {
  /** Returns which entries the rules exclude; those of the innermost ignore file, the last one, decide first. */
  ignored(
    rules: readonly IgnoreRules[],
    entries: readonly ListedEntry[],
  ): Promise<ThreadAnswer<readonly boolean[]>>;
  matches(glob: Glob, paths: readonly string[]): Promise<ThreadAnswer<readonly boolean[]>>;
  /** Finds the lines of each text that match a regular expression. */
  lines(search: LineSearch, texts: readonly string[]): Promise<ThreadAnswer<readonly FoundLines[]>>;
  close(): Promise<void>;
};

const PROGRAM = `
const ignore = load("ignore");
const picomatch = load("picomatch");
const rulesById = new Map();
let regular = null;
let glob = null;

function answer(question) {
  if (question.kind === "ignored") return ignored(question);
  return question.kind === "matches" ? matches(question) : question.texts.map((text) => find(question.search, text));
}

function ignored({ rules, entries }) {
  for (const { id, text } of rules) if (text !== undefined) rulesById.set(id, ignore().add(text));
  const innermostFirst = [...rules].reverse();
  return entries.map(({ path, isDirectory }) => {
    for (const { id, base } of innermostFirst) {
      const inner = base === "" ? path : path.slice(base.length + 1);
      const verdict = rulesById.get(id).test(isDirectory ? inner + "/" : inner);
      if (verdict.ignored || verdict.unignored) return verdict.ignored;
    }
    return false;
  });
}

function matches({ glob: { pattern, dot }, paths }) {
  if (glob === null || glob.pattern !== pattern || glob.dot !== dot)
    glob = { pattern, dot, matches: picomatch(pattern, { dot, noextglob: true, nonegate: true }) };
  return paths.map((path) => glob.matches(path));
}

// The whole text is tested first, and only matching texts are split into lines. The shortcut is disabled for look-around, which could see
// past the end of a line.
function find(search, text) {
  const { source, flags, maxPerText, excerpt } = search;
  if (regular === null || regular.source !== source || regular.flags !== flags) {
    const hasLookAround = /\\(\\?<?[=!]/.test(source);
    const whole = hasLookAround ? null : new RegExp(source, flags.replace("m", "") + "m");
    regular = { source, flags, perLine: new RegExp(source, flags), whole };
  }
  if (regular.whole !== null && !regular.whole.test(text)) return { matches: 0, lines: [] };
  const lines = text.split("\\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const withoutReturn = (line) => (line.endsWith("\\r") ? line.slice(0, -1) : line);
  const found = [];
  for (let index = 0; index < lines.length && found.length < maxPerText; index += 1)
    if (regular.perLine.test(withoutReturn(lines[index]))) found.push(index);
  const isMatch = new Set(found);
  const shown = [];
  let next = 0;
  if (excerpt !== null)
    for (const index of found) {
      const until = Math.min(lines.length - 1, index + excerpt.context);
      for (next = Math.max(next, index - excerpt.context); next <= until; next += 1)
        shown.push({ number: next + 1, text: cut(withoutReturn(lines[next]), excerpt), isMatch: isMatch.has(next) });
    }
  return { matches: found.length, lines: shown };
}

function cut(line, { maxLineCharacters }) {
  const more = line.length - maxLineCharacters;
  return more <= 0 ? line : line.slice(0, maxLineCharacters) + " […" + more + " more characters in this line]";
}
`;

/** Creates the thread; it starts with the first question. Close it when done. */
export function createPatternThread(options: {
  /** The workspace that searches. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Time for one answer in milliseconds. @default PATTERN_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
}): PatternThread {
  const thread = createThread<object, never>({
    ...options,
    program: PROGRAM,
    packages: ["ignore", "picomatch"],
  });
  return {
    ignored: async (rules, entries) => await thread.ask({ kind: "ignored", rules, entries }),
    matches: async (glob, paths) => await thread.ask({ kind: "matches", glob, paths }),
    lines: async (search, texts) => await thread.ask({ kind: "lines", search, texts }),
    close: thread.close,
  };
}
