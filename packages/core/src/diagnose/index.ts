export { type CallAttempt, entryCallId, type CallStory, callStory } from "./call-story.ts";
export {
  type ComparedContext,
  compareContexts,
  type ContextBreak,
  type ContextChange,
  type ContextComparison,
  type ContextRow,
} from "./compare-contexts.ts";
export type { Diagnosis } from "./explain-run.ts";
export type {
  EndCause,
  EndFinding,
  Finding,
  FirstWrongFinding,
  LoopFinding,
  EntryLine,
  StoppedCall,
} from "./finding.ts";
export {
  type CallCost,
  createOverview,
  type FileWrite,
  type RunOverview,
  type WrittenFile,
} from "./run-overview.ts";
