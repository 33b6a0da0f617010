import { canonicalArguments, normalizeResult } from "../../guards/doom-loop/canonical.ts";
import { TREE_LOOP_CALLS } from "./tunables.ts";

/** A finished call as a tree of runs compares it. */
export type TreeCall = {
  readonly traceId: string;
  readonly tool: string;
  readonly argumentsText: string;
  readonly output: string;
  readonly isError: boolean;
  /** True if it may have changed something. */
  readonly hasEffects: boolean;
};

/** A call that failed in several runs of a tree. */
export type TreeLoop = { readonly count: number; readonly evidence: string };

const EVIDENCE_CHARACTERS = 200;

/**
 * The failed calls of all runs of a tree. One run on its own is watched by the loop detectors; this finds the loop that a run hands to its
 * sub-agents, and they back to it. It is kept in memory; another process recalls the calls from the logs.
 */
export type TreeLoops = {
  note(call: TreeCall): void;
  /** Returns the loop that the call would continue; null if there is none. */
  find(call: Pick<TreeCall, "tool" | "argumentsText">): TreeLoop | null;
};

type Failures = { readonly result: string; readonly byRun: Map<string, number> };

/** Creates it without calls. */
export function createTreeLoops(): TreeLoops {
  const failed = new Map<string, Failures>();
  const keyOf = ({ tool, argumentsText }: Pick<TreeCall, "tool" | "argumentsText">): string =>
    `${tool} ${canonicalArguments(argumentsText)}`;
  return {
    note: (call) => {
      // As long as nothing has failed, the arguments of calls are not read.
      if (!call.isError && failed.size === 0) return;
      const key = keyOf(call);
      if (!call.isError) {
        // After a change, a call that failed may succeed.
        if (call.hasEffects) failed.clear();
        else failed.delete(key);
        return;
      }
      const result = normalizeResult(call.output);
      const known = failed.get(key);
      const failures = known?.result === result ? known : { result, byRun: new Map<string, number>() };
      failures.byRun.set(call.traceId, (failures.byRun.get(call.traceId) ?? 0) + 1);
      failed.set(key, failures);
    },
    find: (call) => {
      if (failed.size === 0) return null;
      const key = keyOf(call);
      const failures = failed.get(key);
      if (failures === undefined || failures.byRun.size < 2) return null;
      const count = [...failures.byRun.values()].reduce((sum, each) => sum + each, 0);
      return count < TREE_LOOP_CALLS
        ? null
        : { count, evidence: `${count} × ${key.slice(0, EVIDENCE_CHARACTERS)}` };
    },
  };
}
