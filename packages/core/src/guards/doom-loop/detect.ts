import type { DoomLoopDetector } from "../../log/run-event.ts";
import {
  MAX_CYCLE_LENGTH,
  CYCLE_REPEATS,
  NO_PROGRESS_REPEATS,
  SAME_CALL_REPEATS,
  SAME_ERROR_REPEATS,
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

const callResultKey = (record: CallRecord): string =>
  `${record.tool}\n${record.argumentsKey}\n${record.result}`;
const callKey = (record: CallRecord): string => `${record.tool}\n${record.argumentsKey}`;

/** Counts the records with equal keys at the end of a list. */
function runLength(records: readonly CallRecord[], toKey: (record: CallRecord) => string): number {
  const last = records.at(-1);
  if (last === undefined) return 0;
  let count = 0;
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index];
    if (record === undefined || toKey(record) !== toKey(last)) break;
    count += 1;
  }
  return count;
}

function findCycle(records: readonly CallRecord[]): { length: number } | null {
  for (let length = 2; length <= MAX_CYCLE_LENGTH; length += 1) {
    const window = records.slice(-length * CYCLE_REPEATS);
    if (window.length < length * CYCLE_REPEATS) continue;
    if (
      window.every((record, index) => {
        const first = window[index % length];
        return first !== undefined && callResultKey(record) === callResultKey(first);
      })
    )
      return { length };
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
  if (last === undefined) return detectSameText(state);
  const polling = tools.isPolling(last.tool);
  const tail = (count: number): number[] => records.slice(-count).map((record) => record.sequence);
  const same = runLength(records, callResultKey);
  if (same >= SAME_CALL_REPEATS) {
    return {
      detector: "same_call",
      polling,
      count: same,
      sequences: tail(same),
      evidence: `${last.tool} ${last.argumentsKey.slice(0, 160)}`,
    };
  }
  const repeated = findCycle(records);
  if (repeated !== null) {
    const names = records
      .slice(-repeated.length)
      .map((record) => `${record.tool} ${record.argumentsKey.slice(0, 60)}`);
    return {
      detector: "cycle",
      polling,
      count: CYCLE_REPEATS,
      sequences: tail(repeated.length * CYCLE_REPEATS),
      evidence: names.join(" → "),
    };
  }
  const errors = last.error
    ? runLength(records, (record) => (record.error ? record.result : `ok ${record.sequence}`))
    : 0;
  if (errors >= SAME_ERROR_REPEATS) {
    return {
      detector: "same_error",
      polling: false,
      count: errors,
      sequences: tail(errors),
      evidence: last.result.slice(0, 200),
    };
  }
  const unchanged = runLength(records, (record) => `${record.tool}\n${record.result}`);
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
  const polls = runLength(records, callKey);
  if (polls >= SAME_CALL_REPEATS) {
    return {
      detector: "same_call",
      polling: true,
      count: polls,
      sequences: tail(polls),
      evidence: `${last.tool} with a changing result`,
    };
  }
  return detectSameText(state);
}

function detectSameText(state: GuardState): Loop | null {
  const last = state.texts.at(-1);
  const tail = state.texts.slice(-SAME_TEXT_REPEATS);
  if (last === undefined || tail.length < SAME_TEXT_REPEATS || !tail.every((item) => item.text === last.text))
    return null;
  return {
    detector: "same_text",
    polling: false,
    count: tail.length,
    sequences: tail.map((item) => item.sequence),
    evidence: last.text.slice(0, 160),
  };
}
