import type {
  Glob,
  IgnoreRules,
  ListedEntry,
  LineSearch,
  FoundLines,
  PatternThread,
} from "../bounded/pattern-thread.ts";
import { createPatternThread } from "../bounded/pattern-thread.ts";
import type { ThreadAnswer } from "../bounded/thread.ts";

/** The foreign patterns of one search: ignore rules, a glob and a regular expression, matched in one thread. */
export type PathPatterns = {
  /** Returns which entries the ignore files exclude: none, once their rules have taken too long. */
  ignored(rules: readonly IgnoreRules[], entries: readonly ListedEntry[]): Promise<readonly boolean[]>;
  /** Returns which paths match the glob. None once it has taken too long: check `tooSlow` at the end. */
  matches(paths: readonly string[]): Promise<readonly boolean[]>;
  lines(search: LineSearch, texts: readonly string[]): Promise<ThreadAnswer<readonly FoundLines[]>>;
  /** The patterns that have taken too long and were given up. */
  readonly tooSlow: ReadonlySet<"ignore_files" | "glob">;
  close(): Promise<void>;
};

/** Creates the patterns of one search; a null glob matches everything. Close it when done. */
export function createPathPatterns(options: {
  readonly glob: Glob | null;
  /** The workspace that searches. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Time for one answer of the thread in milliseconds. @default PATTERN_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
}): PathPatterns {
  const thread: PatternThread = createPatternThread(options);
  const tooSlow = new Set<"ignore_files" | "glob">();
  const sent = new Set<string>();
  return {
    tooSlow,
    ignored: async (rules, entries) => {
      const none = entries.map(() => false);
      if (rules.length === 0 || entries.length === 0 || tooSlow.has("ignore_files")) return none;
      const unsent = rules.map(({ id, base, text }) =>
        sent.has(id) || text === undefined ? { id, base } : { id, base, text },
      );
      for (const { id } of rules) sent.add(id);
      const answered = await thread.ignored(unsent, entries);
      if (answered.kind === "too_slow") tooSlow.add("ignore_files");
      return answered.kind === "answer" ? answered.value : none;
    },
    matches: async (paths) => {
      if (options.glob === null) return paths.map(() => true);
      const none = paths.map(() => false);
      if (paths.length === 0 || tooSlow.has("glob")) return none;
      const answered = await thread.matches(options.glob, paths);
      if (answered.kind === "too_slow") tooSlow.add("glob");
      return answered.kind === "answer" ? answered.value : none;
    },
    lines: async (search, texts) => await thread.lines(search, texts),
    close: thread.close,
  };
}
