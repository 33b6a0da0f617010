export type { ContextBreak, ContextRow } from "./compare-contexts.ts";
export type { Diagnosis } from "./explain-run.ts";
export type {
  EndCause,
  EndFinding,
  EqualCalls,
  Finding,
  FirstWrongFinding,
  MissingFinding,
  ToolError,
} from "./finding.ts";
export type { CallCost, RunOverview, WrittenFile } from "./run-overview.ts";
export {
  type FilledWindow,
  filledWindow,
  type WindowCall,
  windowCallsAt,
  windowIndexAt,
  windowSequence,
} from "./window-calls.ts";
