import type { Trace, TraceStatus } from "../../log/trace.ts";
import type { ChildReport } from "../../ports/child-agents.ts";
import type { ReadPages } from "../run-context.ts";

/** Reads the report about a child that has ended from its log. */
export async function childReport(child: Trace, readPages: ReadPages): Promise<ChildReport> {
  const { totals, startedAt, endedAt } = child;
  let lastMessage = "";
  const toolsUsed = new Set<string>();
  for await (const page of readPages(child, { after: child.origin?.sequence ?? 0 }))
    for (const entry of page) {
      if (entry.kind !== "message" || entry.role !== "assistant") continue;
      if (entry.text.trim() !== "") lastMessage = entry.text;
      for (const { name } of entry.toolCalls) toolsUsed.add(name);
    }
  return {
    ...{ childTraceId: child.id, agent: child.agent.name, status: endStatus(child.status), lastMessage },
    ...{ failure: child.failure, steps: totals.modelCalls, cost: totals.cost },
    ...{ inputTokens: totals.inputTokens, outputTokens: totals.outputTokens },
    durationMs: startedAt === null || endedAt === null ? 0 : endedAt - startedAt,
    toolsUsed: [...toolsUsed].sort(),
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
