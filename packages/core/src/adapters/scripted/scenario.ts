/** What the scripted model has seen of the turn so far. */
export type ScenarioView = {
  /** Outputs of the tool results of this turn, oldest first. */
  readonly results: readonly string[];
  readonly lastResult: string;
};

/** One scripted answer. */
export type ScriptedAnswer = {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
};

/** A guided tour through the real runtime: one answer per model call, made from what the tools really returned. */
export type Scenario = {
  readonly name: string;
  /** What a person types to get it; offered in the empty chat. */
  readonly prompt: string;
  readonly matches: (text: string) => boolean;
  readonly steps: readonly ScenarioStep[];
};

/** The next answer, from what the tools returned so far. */
export type ScenarioStep = (view: ScenarioView) => ScriptedAnswer;

/** The first path in a listing whose name fits, else the fallback. Reads the output of `glob_files` and `list_directory` line by line. */
export function pathIn(output: string, fits: RegExp, fallback: string): string {
  for (const line of output.split("\n")) {
    const path = line.trim().split(/\s{2,}|\t/)[0] ?? "";
    if (fits.test(path)) return path;
  }
  return fallback;
}

/** The steps of a scenario, one for each model call. */
export function inOrder(...steps: readonly ScenarioStep[]): readonly ScenarioStep[] {
  return steps;
}
