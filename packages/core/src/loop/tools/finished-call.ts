import type { Refusal, ToolOutcome } from "../../log/message.ts";
import type { RecordableEvent, ToolResult } from "../../ports/tool.ts";

/** A call with a result that is not recorded yet. */
export type FinishedCall = {
  readonly outcome: ToolOutcome;
  /** Only for the outcome `denied`. */
  readonly refusal?: Refusal;
  readonly result: ToolResult;
  readonly durationMs: number;
  /** Events that the tool recorded for the log. */
  readonly events: readonly RecordableEvent[];
};
