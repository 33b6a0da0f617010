import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ToolAnnotations } from "../../ports/tool.ts";

/** What running a tool twice would do. */
export type ToolEffect = RunEventPayloads["tool.started"]["effect"];

/** The effect that annotations declare, read carefully: no hint means that the tool has effects. */
export function toolEffect(annotations: ToolAnnotations | undefined): ToolEffect {
  if (annotations?.readOnlyHint === true) return "read_only";
  return annotations?.idempotentHint === true ? "idempotent" : "effectful";
}
