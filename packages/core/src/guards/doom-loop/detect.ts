import type { DoomLoopDetector } from "../../log/run-event.ts";
import { READ_RESULT_TOOL } from "../../log/tool-names.ts";
import {
  MAX_CYCLE_LENGTH,
  CYCLE_REPEATS,
  NO_PROGRESS_REPEATS,
  SAME_CALL_REPEATS,
  SAME_ERROR_REPEATS,
  SAME_PAGE_STEPS,
  SAME_TEXT_REPEATS,
} from "../../tunables.ts";
import type { CallRecord, GuardState } from "./guard-state.ts";

/** A detected loop: its detector, the number of repetitions, their sequences, and a text that describes it. */
export type Loop = {
  readonly detector: DoomLoopDetector;
  readonly polling: boolean;
  readonly count: number;
  readonly sequences: readonly number[];
  readonly evidence: string;
};

/** The tool properties that the detectors need: whether repetition is normal, and whether calls may have effects. */
export type ToolTraits = { isPolling(tool: string): boolean; hasEffects(tool: string): boolean };

/** Calls that are named as evidence of a repeated step. */
const EVIDENCE_CALLS = 3;

function callKey({ tool, argumentsKey }: CallRecord): string {
  return `${tool}\n${argumentsKey}`;
}

function callResultKey(record: CallRecord): string {
  return `${callKey(record)}\n${record.result}`;
}

/** Counts the equal keys at the end of a list. */
function runLength(keys: readonly string[]): number {
  const last = keys.at(-1);
  return keys.length - 1 - keys.findLastIndex((key) => key !== last);
}

/** The length of the shortest cycle that fills the end of a list; null if there is none. */
function cycleLength(keys: readonly string[]): number | null {
  for (let length = 2; length <= MAX_CYCLE_LENGTH; length += 1) {
    const rounds = keys.slice(-length * CYCLE_REPEATS);
    if (
      rounds.length === length * CYCLE_REPEATS &&
      rounds.every((key, index) => key === rounds[index % length])
    )
      return length;
  }
  return null;
}

/**
 * Detects a doom loop at the end of a trace; null if nothing repeats. Calls are equal if tool, canonical arguments and normalized result
 * are equal, so a repeated call with a changing result is reported as polling, not as a loop. Pure.
 */
export function detectLoop(state: GuardState, tools: ToolTraits): Loop | null {
  const records = state.records.filter((record) => !record.denied);
  const last = records.at(-1);
  if (last === undefined) return detectSameText(state, false);
  const polling = tools.isPolling(last.tool);
  const tail = (count: number): number[] => records.slice(-count).map((record) => record.sequence);
  const same = runLength(records.map(callResultKey));
  if (same >= SAME_CALL_REPEATS) {
    return {
      detector: "same_call",
      polling,
      count: same,
      sequences: tail(same),
      evidence: `${last.tool} ${last.argumentsKey.slice(0, 160)}`,
    };
  }
  const cycle = cycleLength(records.map(callResultKey));
  if (cycle !== null) {
    const names = records.slice(-cycle).map((record) => `${record.tool} ${record.argumentsKey.slice(0, 60)}`);
    return {
      detector: "cycle",
      polling,
      count: CYCLE_REPEATS,
      sequences: tail(cycle * CYCLE_REPEATS),
      evidence: names.join(" → "),
    };
  }
  const repeated = repeatedStep(state) ?? repeatedRead(state);
  if (repeated !== null) return { ...repeated, polling };
  const errors = runLength(records.map((record) => (record.error ? record.result : `ok ${record.sequence}`)));
  if (errors >= SAME_ERROR_REPEATS) {
    return {
      detector: "same_error",
      polling: false,
      count: errors,
      sequences: tail(errors),
      evidence: last.result.slice(0, 200),
    };
  }
  const unchanged = runLength(records.map((record) => `${record.tool}\n${record.result}`));
  // Eight identical results of a writing tool are eight changes; only repeated reads lack progress.
  if (unchanged >= NO_PROGRESS_REPEATS && last.result !== "" && !tools.hasEffects(last.tool)) {
    return {
      detector: "no_progress",
      polling,
      count: unchanged,
      sequences: tail(unchanged),
      evidence: `${last.tool} always returns ${last.result.slice(0, 120)}`,
    };
  }
  const polls = runLength(records.map(callKey));
  if (polls >= SAME_CALL_REPEATS) {
    return {
      detector: "same_call",
      polling: true,
      count: polls,
      sequences: tail(polls),
      evidence: `${last.tool} with a changing result`,
    };
  }
  return detectSameText(state, polling);
}

/** The same step of many calls with the same results again and again: more calls than a cycle has, so their results do not reach the model. */
function repeatedStep({ steps, records }: GuardState): Omit<Loop, "polling"> | null {
  const last = steps.at(-1);
  if (last === undefined || last === null || last.sequences.length <= MAX_CYCLE_LENGTH) return null;
  const count = runLength(steps.map((step) => step?.key ?? ""));
  if (count < CYCLE_REPEATS) return null;
  const names = records
    .slice(-EVIDENCE_CALLS)
    .map((record) => `${record.tool} ${record.argumentsKey.slice(0, 60)}`);
  const evidence = `${String(last.sequences.length)} × … → ${names.join(" → ")}`;
  return { detector: "cycle", count, sequences: last.sequences, evidence };
}

/** The same part of an original in three of the last steps, perhaps with other calls between: it does not stay in the requests. */
function repeatedRead({ reads, answers }: GuardState): Omit<Loop, "polling"> | null {
  const recent = reads.filter((read) => read.step > answers - SAME_PAGE_STEPS);
  for (const { key } of recent.filter((read) => read.step === answers)) {
    const same = recent.filter((read) => read.key === key);
    if (new Set(same.map((read) => read.step)).size < SAME_CALL_REPEATS) continue;
    const sequences = same.map((read) => read.sequence);
    const evidence = `${READ_RESULT_TOOL} ${key.slice(0, 160)}`;
    return { detector: "same_call", count: same.length, sequences, evidence };
  }
  return null;
}

function detectSameText({ texts, records }: GuardState, polling: boolean): Loop | null {
  const last = texts.at(-1);
  // Denied calls add no evidence.
  if (
    last === undefined ||
    records.at(-1)?.denied === true ||
    runLength(texts.map((item) => item.text)) < SAME_TEXT_REPEATS
  )
    return null;
  return {
    detector: "same_text",
    polling,
    count: SAME_TEXT_REPEATS,
    sequences: texts.slice(-SAME_TEXT_REPEATS).map((item) => item.sequence),
    evidence: last.text.slice(0, 160),
  };
}
