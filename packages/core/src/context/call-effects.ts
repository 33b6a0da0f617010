import type { RunEventPayloads } from "../log/run-event.ts";

/** The effects of one call, as its tool declared and recorded them in the log. */
export type CallEffects = {
  /** True if the tool declares that it only reads. */
  isReadOnly: boolean;
  /** True if the request shows only a part of the result. */
  isSpilled: boolean;
  /** The files that it read, changed or deleted. */
  readonly files: { readonly path: string; readonly use: FileEffect }[];
};

/** The effect of a call on a file. */
export type FileEffect = "read" | "changed" | "deleted";

/** The effects of calls, by call id. */
export type EffectsByCall = Map<string, CallEffects>;

/** Records the effect that a tool declared when its call started. */
export function addStart(effects: EffectsByCall, data: RunEventPayloads["tool.started"]): void {
  effectsOf(effects, data.toolCallId).isReadOnly = data.effect === "read_only";
}

/** Records a file that a call read, changed or deleted. */
export function addFile(
  effects: EffectsByCall,
  { toolCallId, path }: { readonly toolCallId: string; readonly path: string },
  use: FileEffect,
): void {
  effectsOf(effects, toolCallId).files.push({ path, use });
}

/** Records that the request shows only a part of a result. */
export function addSpill(effects: EffectsByCall, { toolCallId }: RunEventPayloads["result.spilled"]): void {
  effectsOf(effects, toolCallId).isSpilled = true;
}

function effectsOf(effects: EffectsByCall, callId: string): CallEffects {
  const known = effects.get(callId) ?? { isReadOnly: false, isSpilled: false, files: [] };
  effects.set(callId, known);
  return known;
}
