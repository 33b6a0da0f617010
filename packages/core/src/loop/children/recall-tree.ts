import type { Entry } from "../../log/entry.ts";
import type { Trace } from "../../log/trace.ts";
import type { Hash } from "../../ports/clock.ts";
import type { ToolSet } from "../../ports/tool.ts";
import { applyToState } from "../apply-to-state.ts";
import { createRunState } from "../run-state.ts";
import { toolEffect } from "../tools/tool-effect.ts";
import type { RunFamily } from "./run-family.ts";
import { denialsIn } from "./share-denial.ts";
import type { PastEdit } from "./tree-edits.ts";
import type { TreeCall } from "./tree-loops.ts";

/** The own entries of one run of a tree. */
type RunLog = { readonly trace: Trace; readonly entries: readonly Entry[] };

type Timed<T> = T & { readonly at: number };

/** The past of the runs of a tree, in no order. `results` holds the results of each run that name an overlap. */
type Memory = {
  readonly calls: Timed<TreeCall>[];
  readonly edits: Timed<PastEdit>[];
  readonly results: Map<string, string[]>;
};

/** Every note about an overlap begins with it; the note in full depends on the version that wrote it. */
const OVERLAP_NOTE = "[Overlap:";

/**
 * Fills what the runs of a tree know of each other from their logs, when another process has executed them until now: denials, failed calls,
 * the files that they have changed, and the runs that were recorded but perhaps not stored. `root` has the own entries of the root.
 */
export async function recallTree(
  family: RunFamily,
  root: RunLog,
  { tools, hash }: { readonly tools: ToolSet; readonly hash: Hash },
): Promise<void> {
  const memory: Memory = { calls: [], edits: [], results: new Map() };
  const spawned = [...recallRun(memory, root, tools)];
  if (spawned.length > 0)
    for await (const log of family.logs()) {
      spawned.push(...recallRun(memory, log, tools));
      const state = createRunState(log.trace.task);
      for (const entry of log.entries) applyToState(state, entry, true);
      for (const denial of denialsIn(state, { trace: log.trace, tools, hash })) family.denials.add(denial);
    }
  for (const childTraceId of spawned) await family.admit(childTraceId, () => undefined);
  for (const call of memory.calls.toSorted(byTime)) family.loops.note(call);
  family.edits.recall(memory.edits.toSorted(byTime), (traceId, toolCallId) =>
    (memory.results.get(traceId) ?? []).some((output) => output.includes(toolCallId)),
  );
}

const byTime = (left: Timed<unknown>, right: Timed<unknown>): number => left.at - right.at;

/** Adds one run, and returns the children that it has recorded. */
function recallRun(memory: Memory, { trace, entries }: RunLog, tools: ToolSet): readonly string[] {
  const argumentsOf = new Map<string, string>();
  const children: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "assistant")
      for (const call of entry.toolCalls) argumentsOf.set(call.id, call.arguments);
    if (entry.kind === "message" && entry.role === "tool") {
      const { at, toolName: tool, toolCallId, outcome, output } = entry;
      if (output.includes(OVERLAP_NOTE))
        memory.results.set(trace.id, [...(memory.results.get(trace.id) ?? []), output]);
      if (outcome === "ok" || outcome === "error")
        memory.calls.push({
          ...{ at, traceId: trace.id, tool, output },
          argumentsText: argumentsOf.get(toolCallId) ?? "",
          isError: outcome === "error",
          hasEffects: toolEffect(tools.find(tool)?.annotations) !== "read_only",
        });
    }
    if (entry.kind !== "event") continue;
    if (entry.type === "child.spawned") children.push(entry.data.childTraceId);
    if (entry.type === "file.changed") {
      const { toolCallId, path, afterBlob, deleted, fromTraceId } = entry.data;
      // This run did not make a change that was merged from a worktree.
      if (fromTraceId !== undefined) continue;
      const sha256 = deleted === true ? null : afterBlob;
      const { id: traceId, projectFolder: folder } = trace;
      const edit = { traceId, agent: trace.agent.name, toolCallId, folder, path, sha256 };
      memory.edits.push({ at: entry.at, kind: "edit", edit });
    }
  }
  if (trace.endedAt !== null) memory.edits.push({ at: trace.endedAt, kind: "end", traceId: trace.id });
  return children;
}
