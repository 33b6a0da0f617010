import { parseJson } from "../parse-json.ts";
import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { dueAction, stopFailure } from "./continue-run.ts";

/** The name of the strategy of a trial. Stored with runs. No agent can have it. */
export const TOOL_TRIAL = "tool-trial";

/** Returns the message of a trial: the tool, and the text of its arguments, a JSON object. */
export function toolTrialText(tool: string, argumentsText: string): string {
  return `${tool} ${argumentsText}`;
}

/**
 * Makes the one call that the person's message names, without a model, and ends. So a trial passes everything that a call of a model passes:
 * permission, sandbox, masks, limits and the log.
 */
export const toolTrial: Strategy = { name: TOOL_TRIAL, next };

function next(state: Readonly<RunState>): StrategyAction {
  const due = dueAction(state);
  if (due !== null) return due;
  const stopped = stopFailure(state);
  if (stopped !== null) return { kind: "finish", status: "failed", failure: stopped };
  if (state.lastAssistant !== null) return { kind: "finish", status: "completed", failure: null };
  const call = readTrial(state.planning.task.text);
  if (call === null) return { kind: "finish", status: "failed", failure: UNREADABLE };
  return { kind: "start_calls", callId: TOOL_TRIAL, calls: [{ id: "trial", ...call }] };
}

function readTrial(text: string): { readonly tool: string; readonly arguments: string } | null {
  const space = text.indexOf(" ");
  const [tool, written] = [text.slice(0, space), text.slice(space + 1)];
  if (space <= 0) return null;
  try {
    const value = parseJson(written);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { tool, arguments: written }
      : null;
  } catch {
    return null;
  }
}

const UNREADABLE = {
  code: "INVALID_INPUT",
  message: "The message of this trial names no tool with a JSON object as its arguments.",
  fix: "Start the trial from the page of the tool.",
} as const;
