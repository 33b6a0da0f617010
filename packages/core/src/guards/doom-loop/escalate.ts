import type { ToolCall } from "../../log/message.ts";
import type { DoomLoopAction } from "../../log/run-event.ts";
import { loopNotesPrompt } from "../../prompts/generated/loop-notes.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { LOOP_DETECTIONS } from "../../tunables.ts";
import { canonicalArguments } from "./canonical.ts";
import type { Loop } from "./detect.ts";
import type { Detection, GuardState } from "./guard-state.ts";

/**
 * What to do about a loop: a note first, then a denied batch, then the end. The same loop climbs; a new one starts at the note, but
 * after `LOOP_DETECTIONS` of any kind the run ends, because then the model only changes its way of going round.
 */
export function escalate(loop: Loop, earlier: readonly Detection[]): DoomLoopAction {
  if (loop.polling) return "polling";
  // Words alone are no proof of standing still: what the calls bring is judged by the other detectors.
  if (loop.detector === "same_text") return "noted";
  const real = earlier.filter((detection) => detection.action !== "polling");
  if (real.length >= LOOP_DETECTIONS - 1) return "stopped";
  const same = real.filter(
    (detection) => detection.detector === loop.detector && detection.evidence === loop.evidence,
  );
  if (same.some((detection) => detection.action === "denied")) return "stopped";
  return same.length === 0 ? "noted" : "denied";
}

/** A batch that would go on with a loop the model was told about must not run. Null lets it run. */
export function denyBatch(
  state: GuardState,
  calls: readonly Pick<ToolCall, "name" | "arguments" | "received">[],
): Detection | null {
  const last = state.detections.filter((detection) => detection.action !== "polling").at(-1);
  if (last === undefined || calls.length === 0) return null;
  const looped = state.records.filter((record) => last.sequences.includes(record.sequence));
  const latest = state.records.filter((record) => !record.denied).at(-1);
  // The loop is over once another call came after it.
  if (latest === undefined || latest.sequence > Math.max(...last.sequences)) return null;
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
  // The first refusal asks for another approach; only who goes on after one is stopped.
  const wasDenied = state.records.some(
    (record) => record.denied && record.sequence > Math.max(...last.sequences),
  );
  return { detector, count: count + 1, sequences, evidence, action: wasDenied ? "stopped" : "denied" };
}

/** The note for the tail after a detection, or null when the last detection is over. */
export function loopNote(state: GuardState): string | null {
  const last = state.detections.filter((detection) => detection.action !== "polling").at(-1);
  if (last === undefined) return null;
  const latest = state.records.filter((record) => !record.denied).at(-1);
  if (latest !== undefined && last.sequences.length > 0 && latest.sequence > Math.max(...last.sequences))
    return null;
  return fillPrompt(last.action === "noted" ? loopNotesPrompt.noted : loopNotesPrompt.denied, {
    detector: last.detector.replaceAll("_", " "),
    count: String(last.count),
    evidence: last.evidence,
  });
}
