import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ToolAnnotations } from "../../ports/tool.ts";

/** The effect of running a tool twice. */
export type ToolEffect = RunEventPayloads["tool.started"]["effect"];

/** Returns the effect that annotations declare. Without a hint, the tool is assumed to have effects. */
export function toolEffect(annotations: ToolAnnotations | undefined): ToolEffect {
  if (annotations?.readOnlyHint === true) return "read_only";
  return annotations?.idempotentHint === true ? "idempotent" : "effectful";
}
