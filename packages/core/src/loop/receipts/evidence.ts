import type { Entry } from "../../log/entry.ts";
import type { Receipt } from "./receipt-kinds.ts";
import { resultFails } from "./result-fails.ts";

/** The state of a file that an agent changed. */
export type FileChange = {
  /** The sequence of its last change. */
  readonly sequence: number;
  /** True if the file has the content again that it had before the first change. */
  readonly isUndone: boolean;
};

/** The parts of an agent's log against which its claims are checked. */
export type Evidence = {
  readonly receipts: readonly Receipt[];
  /** The files that it changed, by path relative to the project folder. */
  readonly changes: ReadonlyMap<string, FileChange>;
  /** The number of sub-agents whose work it received complete. */
  readonly completedChildren: number;
};

/** The evidence for a claim; `text` is the whole report, because other sentences of it may restrict the claim. */
export type ClaimContext = Evidence & { readonly text: string };

/** A log read so far. */
export type EvidenceReader = { add(entry: Entry): void; readonly evidence: Evidence };

/** Creates an empty reader. */
export function createEvidenceReader(): EvidenceReader {
  const inputs = new Map<string, string>();
  const receipts: Receipt[] = [];
  const changes = new Map<string, FileChange>();
  const contentsBefore = new Map<string, string | null>();
  let completedChildren = 0;
  return {
    add: (entry) => {
      if (entry.kind === "message" && entry.role === "assistant")
        for (const { id, arguments: input } of entry.toolCalls) inputs.set(id, input);
      else if (entry.kind === "message" && entry.role === "tool") {
        const { sequence, toolCallId: callId, toolName: tool, output, outcome } = entry;
        const call = { tool, input: inputs.get(callId) ?? "", output };
        receipts.push({ sequence, callId, ...call, isFailure: outcome !== "ok" || resultFails(call) });
      } else if (entry.kind === "event" && entry.type === "file.changed") {
        const { path, beforeBlob, afterBlob } = entry.data;
        const before = contentsBefore.get(path);
        if (before === undefined) contentsBefore.set(path, beforeBlob);
        const isUndone = (before === undefined ? beforeBlob : before) === afterBlob;
        changes.set(path, { sequence: entry.sequence, isUndone });
      } else if (
        entry.kind === "event" &&
        entry.type === "child.finished" &&
        entry.data.status === "completed"
      )
        completedChildren += 1;
    },
    get evidence() {
      return { receipts, changes, completedChildren };
    },
  };
}
