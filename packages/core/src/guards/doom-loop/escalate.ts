import type { ToolCall } from "../../log/message.ts";
import type { DoomLoopAction } from "../../log/run-event.ts";
import { loopNotesPrompt } from "../../prompts/generated/loop-notes.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { MAX_LOOP_DETECTIONS } from "../../tunables.ts";
import { canonicalArguments } from "./canonical.ts";
import type { Loop } from "./detect.ts";
import type { Detection, GuardState } from "./guard-state.ts";

/**
 * Returns the action for a loop: first a note, then a denied batch, then the end of the run. The same loop escalates; a new one starts with
 * a note. After `MAX_LOOP_DETECTIONS` of any kind the run ends, because the model then only switches from one loop to another.
 */
export function escalate(loop: Loop, earlier: readonly Detection[]): DoomLoopAction {
  if (loop.polling) return "polling";
  // Repeated text alone does not prove a lack of progress; the other detectors judge the calls and their results.
  if (loop.detector === "same_text") return "noted";
  const real = earlier.filter((detection) => detection.action !== "polling");
  if (real.length >= MAX_LOOP_DETECTIONS - 1) return "stopped";
  const same = real.filter(
    (detection) => detection.detector === loop.detector && detection.evidence === loop.evidence,
  );
  if (same.some((detection) => detection.action === "denied")) return "stopped";
  return same.length === 0 ? "noted" : "denied";
}

/** Returns the detection that denies a batch, or null if it may run. A batch is denied if it continues a loop the model was warned about. */
export function denyBatch(
  state: GuardState,
  calls: readonly Pick<ToolCall, "name" | "arguments" | "received">[],
): Detection | null {
  const last = lastLoop(state);
  if (last === undefined || calls.length === 0) return null;
  const looped = state.records.filter((record) => last.sequences.includes(record.sequence));
  if (isOver(last, state)) return null;
  const continuesLoop = calls.every((call) => {
    const argumentsKey = canonicalArguments(call.received?.arguments ?? call.arguments);
    switch (last.detector) {
      case "same_call":
      case "cycle":
        return looped.some((record) => record.tool === call.name && record.argumentsKey === argumentsKey);
      case "same_error":
      case "no_progress":
        return last.action !== "noted" && looped.some((record) => record.tool === call.name);
      case "same_text":
      case "stream_repetition":
        return false;
    }
  });
  if (!continuesLoop) return null;
  const { detector, count, sequences, evidence } = last;
  // The first denial gives the model a chance to change its approach. If it continues the loop, the run is stopped.
  const wasDenied = state.records.some((record) => record.denied && record.sequence > endOf(last));
  return { detector, count: count + 1, sequences, evidence, action: wasDenied ? "stopped" : "denied" };
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

/** True once a later call is not part of the loop. */
function isOver(loop: Detection, { records }: GuardState): boolean {
  const latest = records.findLast((record) => !record.denied);
  return latest !== undefined && latest.sequence > endOf(loop);
}

function endOf(loop: Detection): number {
  return Math.max(...loop.sequences);
}
