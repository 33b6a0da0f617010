import type { Trace, TraceStatus } from "../../log/trace.ts";
import type { ChildReport } from "../../ports/child-agents.ts";
import { applyToState } from "../apply-to-state.ts";
import { checkClaims } from "../receipts/check-claims.ts";
import { createEvidenceReader } from "../receipts/evidence.ts";
import type { ReadPages } from "../run-context.ts";
import { createRunState } from "../run-state.ts";

/** Reads the report about a child that has ended from its log, with those of its claims that the log does not support. */
export async function childReport(child: Trace, readPages: ReadPages): Promise<ChildReport> {
  const { totals, startedAt, endedAt } = child;
  let lastMessage = "";
  const toolsUsed = new Set<string>();
  const reader = createEvidenceReader();
  const state = createRunState(child.task);
  for await (const page of readPages(child, { after: child.origin?.sequence ?? 0 }))
    for (const entry of page) {
      reader.add(entry);
      applyToState(state, entry, true);
      if (entry.kind !== "message" || entry.role !== "assistant") continue;
      if (entry.text.trim() !== "") lastMessage = entry.text;
      for (const { name } of entry.toolCalls) toolsUsed.add(name);
    }
  const { goals, todos } = state;
  const open = [
    ...[...goals.goals.values()].filter(
      (goal) => goal.id !== goals.rootId && (goal.status === "pending" || goal.status === "in_progress"),
    ),
    ...todos.filter(({ status }) => status !== "completed").map(({ text }) => ({ title: text })),
  ].map(({ title }) => title);
  const unverified = checkClaims(
    { text: lastMessage, isCompleted: child.status === "completed", open },
    reader.evidence,
  );
  return {
    ...{ childTraceId: child.id, agent: child.agent.name, status: endStatus(child.status), lastMessage },
    ...{ failure: child.failure, steps: totals.modelCalls, cost: totals.cost },
    ...{ inputTokens: totals.inputTokens, outputTokens: totals.outputTokens },
    durationMs:
      startedAt === null || endedAt === null ? 0 : Math.max(0, endedAt - startedAt - (totals.waitedMs ?? 0)),
    toolsUsed: [...toolsUsed].sort(),
    ...(unverified.length === 0 ? {} : { unverified }),
  };
}

function endStatus(status: TraceStatus): ChildReport["status"] {
  switch (status) {
    case "completed":
    case "failed":
    case "cancelled":
      return status;
    case "queued":
    case "running":
    case "waiting":
    case "interrupted":
      return "interrupted";
  }
}
