export { type ReplayStep, replayTranscript } from "./replay-transcript.ts";
export { recoverOriginal } from "./recover-original.ts";
export { shownMessages } from "./shown-messages.ts";
export { summaryRequest } from "./summary-request.ts";
export type { TranscriptMessage } from "./transcript-entries.ts";
export { windowBudget } from "./window-budget.ts";
