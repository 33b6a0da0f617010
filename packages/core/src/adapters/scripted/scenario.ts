/** The part of the current turn that the scripted model uses. */
export type ScenarioView = {
  /** The message that began the turn. */
  readonly task: string;
  /** The last message of the request, in which the runtime says what is due; empty if the runtime did not write it. */
  readonly tail: string;
  /** Outputs of the tool results of this turn, oldest first. */
  readonly results: readonly string[];
  readonly lastResult: string;
  /** The lines that people have pinned. */
  readonly pinned: string;
};

/** One scripted answer. */
export type ScriptedAnswer = {
  readonly reasoning?: string;
  readonly text?: string;
  /** The time that people get to see what the run does before this answer, in stages: 1 for a plan, less for a remark. @default 0 */
  readonly stages?: number;
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
};

/** A guided tour through the real runtime: one answer per model call, based on real tool results. */
export type Scenario = {
  readonly name: string;
  /** The message that starts the tour; suggested in the empty chat. */
  readonly prompt: string;
  readonly matches: (text: string) => boolean;
  readonly steps: readonly ScenarioStep[];
  /**
   * Answers by the request instead of by a list of steps, for strategies that ask for more than the next step. Null leaves it to the steps and the
   * general answers. Default: none.
   */
  readonly reply?: (view: ScenarioView) => ScriptedAnswer | null;
  /** The answer to a request for a summary. Default: a general one. */
  readonly summary?: string;
};

/** Returns the next answer, based on the tool results so far. */
export type ScenarioStep = (view: ScenarioView) => ScriptedAnswer;

/**
 * Returns the first path in a listing whose name matches, otherwise the fallback. Reads the output of `glob_files` and `list_directory`
 * line by line.
 */
export function findPath(output: string, pattern: RegExp, fallback: string): string {
  for (const line of output.split("\n")) {
    const path = line.trim().split(/\s{2,}|\t/)[0] ?? "";
    if (pattern.test(path)) return path;
  }
  return fallback;
}

/** The steps of a scenario, one per model call. */
export function inOrder(...steps: readonly ScenarioStep[]): readonly ScenarioStep[] {
  return steps;
}
