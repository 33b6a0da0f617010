export { exportLines, readExport, type TraceExport } from "./jsonl.ts";
export type { ContentReader, LogReader } from "./log-reader.ts";
export { type ImportedTrace, prepareImport, type PreparedImport } from "./prepare-import.ts";
export { type EntryPreview, previewEntry, textAt, type Truncation } from "./preview-entry.ts";
export { type CallReading, readCall } from "./read-call.ts";
export {
  type CompactionPart,
  type CompactionReader,
  type CompactionReading,
  readCompaction,
  readCompactionText,
} from "./read-compaction.ts";
export { type ContextReading, readContextParts } from "./read-context-parts.ts";
export { readDag, type TraceDag } from "./read-dag.ts";
export { type LogRange, readEntries, readEntry, readLog, readLogPages, readTrace } from "./read-log.ts";
export { type Original, readOriginal } from "./read-original.ts";
export { readOverview } from "./read-overview.ts";
export {
  type ExactRequest,
  readRequest,
  readRequestView,
  type RequestMessage,
  type RequestView,
} from "./read-request.ts";
export {
  readSharedTrace,
  type SharedEntry,
  type SharedGoal,
  type SharedLink,
  type SharedTrace,
} from "./read-shared-trace.ts";
export { readOutline, readOutlineText } from "./read-outline.ts";
export {
  type FileChange,
  type LogHits,
  readFileChanges,
  searchLog,
  type SearchReader,
} from "./search-log.ts";
export { type ExportedFile, splitExports } from "./split-exports.ts";
export { manyTraceLines, traceLines } from "./trace-lines.ts";
export { untilDisconnected } from "./until-disconnected.ts";
