import type { ToolOutcome } from "../../log/message.ts";
import type { RecordableEvent, ToolResult } from "../../ports/tool.ts";

/** A call that has its result, before it is recorded. */
export type FinishedCall = {
  readonly outcome: ToolOutcome;
  readonly result: ToolResult;
  readonly durationMs: number;
  /** What the tool recorded for the log. */
  readonly events: readonly RecordableEvent[];
};
