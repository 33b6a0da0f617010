import { GoaltraceError } from "@goaltrace/core";
import { SCRIPTED_PAUSE_MS, SCRIPTED_STAGE_MS } from "../tunables.ts";

const NAME = "GOALTRACE_DEMO_STAGE_MS";

/** The pauses of the scripted demo, in milliseconds: between pieces of an answer, and before the next stage of a plan. */
export type DemoPace = { readonly pauseMs: number; readonly stageMs: number };

/** Reads the operator's pace of the scripted demo. Errors: CONFIGURATION_INVALID. */
export function readDemoPace(variables: Readonly<Record<string, string | undefined>>): DemoPace {
  const value = variables[NAME]?.trim() ?? "";
  if (value === "") return { pauseMs: SCRIPTED_PAUSE_MS, stageMs: SCRIPTED_STAGE_MS };
  if (/^\d{1,5}$/u.test(value)) return { pauseMs: SCRIPTED_PAUSE_MS, stageMs: Number(value) };
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${NAME} must be a number of milliseconds below 100000.`,
    fix: "Fix this environment variable; .env.example describes it.",
  });
}
