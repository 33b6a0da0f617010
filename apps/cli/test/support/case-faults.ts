import type { Entry } from "@goaltrace/core/log";
import { toolCalls, finishData, logFaults, toolOutcomes, wronglyRun } from "./log-laws.ts";
import type { ModelCase } from "./model-case.ts";
import type { SeenRequest } from "./model-front.ts";

/** The results of a run with a case's model. */
export type CaseRun = {
  readonly entries: readonly Entry[];
  readonly requests: readonly SeenRequest[];
  /** File names in the project folder. */
  readonly files: readonly string[];
};

/** Returns violations of the laws for every run: a valid log, valid requests, and no call run twice or wrongly. */
export function runFaults({ entries, requests }: Omit<CaseRun, "files">): readonly string[] {
  const invalid = requests.flatMap((request) => request.fault ?? []);
  return [...logFaults(entries), ...wronglyRun(entries), ...invalid];
}

/** Returns the differences between a run and its case's expectations; empty when there are none. */
export function caseFaults(modelCase: ModelCase, run: CaseRun): readonly string[] {
  const { entries, requests, files } = run;
  const finished = finishData(entries);
  const types = entries.flatMap((entry) => (entry.kind === "event" ? [entry.type] : []));
  const text = JSON.stringify(entries);
  const isRight =
    typeof modelCase.requests === "number"
      ? requests.length === modelCase.requests
      : modelCase.requests(requests.length);
  return [
    ...runFaults(run),
    ...differs("status", finished?.status, modelCase.exit === 0 ? "completed" : "failed"),
    ...differs("code", finished?.failure?.code, modelCase.code),
    ...(modelCase.code !== undefined && finished?.failure?.fix === "" ? ["the failure has no fix"] : []),
    ...(isRight ? [] : [`${requests.length} requests`]),
    ...differs("outcomes", toolOutcomes(entries), modelCase.outcomes ?? toolOutcomes(entries)),
    ...differs(
      "problems",
      toolCalls(entries).flatMap((call) => call.problem?.kind ?? []),
      modelCase.problems ?? [],
    ),
    ...(modelCase.events ?? [])
      .filter((type) => !types.some((logged) => logged === type))
      .map((type) => `no ${type}`),
    ...(text.includes((modelCase.says ?? "").replaceAll("\n", "\\n"))
      ? []
      : [`nowhere: ${modelCase.says ?? ""}`]),
    ...(files.includes("cut.txt") ? ["the cut call ran"] : []),
  ];
}

function differs(field: string, actual: unknown, expected: unknown): readonly string[] {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  return left === right ? [] : [`${field}: ${left} instead of ${right}`];
}
