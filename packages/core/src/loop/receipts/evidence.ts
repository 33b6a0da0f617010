import { reportedError } from "../../context/reported-error.ts";
import type { Entry } from "../../log/entry.ts";

/** One result in the log of an agent. */
export type Receipt = {
  readonly sequence: number;
  readonly callId: string;
  readonly tool: string;
  /** The arguments of its call, as JSON. */
  readonly input: string;
  readonly output: string;
  /** True if the call did not succeed, or its result reports an error although it did. */
  readonly isFailure: boolean;
};

/** The parts of an agent's log against which its claims are checked. */
export type Evidence = {
  readonly receipts: readonly Receipt[];
  /** Paths of the files that it changed, relative to the project folder. */
  readonly changedPaths: ReadonlySet<string>;
  /** The number of sub-agents whose work it received complete. */
  readonly completedChildren: number;
};

/** A log read so far. */
export type EvidenceReader = { add(entry: Entry): void; readonly evidence: Evidence };

/** A status of HTTP that means failure. */
const HTTP_FAILURE =
  /\b(?:HTTP(?:\/[\d.]+)?|status(?:[ _-]?code)?)["']?[ \t]*[:=]?[ \t]*["']?[45]\d\d\b|^[45]\d\d [A-Z][a-z]+/imu;
/** Tools whose results are contents of files, which may quote any error. */
const READS_FILES = /^(?:read_file|grep|glob|list_directory|read_result|search_)/u;

/** Creates an empty reader. */
export function createEvidenceReader(): EvidenceReader {
  const inputs = new Map<string, string>();
  const receipts: Receipt[] = [];
  const changedPaths = new Set<string>();
  let completedChildren = 0;
  return {
    add: (entry) => {
      if (entry.kind === "message" && entry.role === "assistant")
        for (const { id, arguments: input } of entry.toolCalls) inputs.set(id, input);
      else if (entry.kind === "message" && entry.role === "tool") {
        const { sequence, toolCallId: callId, toolName: tool, output, outcome } = entry;
        receipts.push({
          ...{ sequence, callId, tool, input: inputs.get(callId) ?? "", output },
          isFailure: outcome !== "ok" || (!READS_FILES.test(tool) && reportsFailure(output)),
        });
      } else if (entry.kind === "event" && entry.type === "file.changed") changedPaths.add(entry.data.path);
      else if (entry.kind === "event" && entry.type === "child.finished" && entry.data.status === "completed")
        completedChildren += 1;
    },
    get evidence() {
      return { receipts, changedPaths, completedChildren };
    },
  };
}

function reportsFailure(output: string): boolean {
  return HTTP_FAILURE.test(output.slice(0, 2_000)) || reportedError(output) !== undefined;
}
