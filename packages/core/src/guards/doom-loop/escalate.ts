import type { ToolCall } from "../../log/message.ts";
import type { DoomLoopAction } from "../../log/run-event.ts";
import { loopNotesPrompt } from "../../prompts/generated/loop-notes.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { MAX_LOOP_DETECTIONS } from "../../tunables.ts";
import { canonicalArguments } from "./canonical.ts";
import type { Loop } from "./detect.ts";
import type { Detection, GuardState } from "./guard-state.ts";

/**
 * Returns the action for a loop: first a note, then denied calls, then the end of the run. The same loop escalates; a new one starts with
 * a note. After `MAX_LOOP_DETECTIONS` of any kind the run ends, because the model then only switches from one loop to another.
 */
export function escalate(loop: Loop, earlier: readonly Detection[]): DoomLoopAction {
  if (loop.polling) return "polling";
  const real = earlier.filter((detection) => detection.action !== "polling");
  if (real.length >= MAX_LOOP_DETECTIONS - 1) return "stopped";
  const same = real.filter(
    (detection) => detection.detector === loop.detector && detection.evidence === loop.evidence,
  );
  if (same.some((detection) => detection.action === "denied")) return "stopped";
  return same.length === 0 ? "noted" : "denied";
}

/** The calls of a batch that do not run, and the detection that says why. */
export type Denial = { readonly loop: Detection; readonly callIds: ReadonlySet<string> };

/**
 * Returns the calls of a batch that continue a loop the model was warned about; null if there are none. The first denial gives the model a chance to
 * change its approach; the run ends if a batch then only continues the loop.
 */
export function denyCalls(
  state: GuardState,
  calls: readonly Pick<ToolCall, "id" | "name" | "arguments" | "received">[],
): Denial | null {
  const last = lastLoop(state);
  if (last === undefined || isOver(last, state)) return null;
  const denied = calls.filter((call) => continuesLoop(state, last, call));
  if (denied.length === 0) return null;
  const { detector, count, sequences, evidence } = last;
  const wasDenied = state.records.some((record) => record.denied && record.sequence > endOf(last));
  const action = wasDenied && denied.length === calls.length ? "stopped" : "denied";
  return {
    loop: { detector, count: count + 1, sequences, evidence, action },
    callIds: new Set(denied.map(({ id }) => id)),
  };
}

function continuesLoop(
  { records, texts }: GuardState,
  loop: Detection,
  call: Pick<ToolCall, "name" | "arguments" | "received">,
): boolean {
  const looped = records.filter((record) => loop.sequences.includes(record.sequence));
  switch (loop.detector) {
    case "same_call":
    case "cycle": {
      const argumentsKey = canonicalArguments(call.received?.arguments ?? call.arguments);
      return looped.some((record) => record.tool === call.name && record.argumentsKey === argumentsKey);
    }
    case "same_error":
    case "no_progress":
      return loop.action !== "noted" && looped.some((record) => record.tool === call.name);
    case "same_text":
      // An answer without a text makes no new one.
      return (texts.at(-1)?.sequence ?? 0) > endOf(loop);
    case "stream_repetition":
      return false;
  }
}

/** Returns the tail note for the last detection, or null if its loop is over. */
export function loopNote(state: GuardState): string | null {
  const last = lastLoop(state);
  if (last === undefined || isOver(last, state)) return null;
  return fillPrompt(last.action === "noted" ? loopNotesPrompt.noted : loopNotesPrompt.denied, {
    detector: last.detector.replaceAll("_", " "),
    count: String(last.count),
    evidence: last.evidence,
  });
}

/** The newest detection that is not mere polling. */
function lastLoop({ detections }: GuardState): Detection | undefined {
  return detections.findLast((detection) => detection.action !== "polling");
}

/** True once a later call, or the newest text of repeated texts, is not part of the loop. */
function isOver(loop: Detection, { records, texts }: GuardState): boolean {
  // The evidence is the beginning of the text.
  if (loop.detector === "same_text") return texts.at(-1)?.text.startsWith(loop.evidence) !== true;
  const latest = records.findLast((record) => !record.denied);
  return latest !== undefined && latest.sequence > endOf(loop);
}

function endOf(loop: Detection): number {
  return Math.max(...loop.sequences);
}
