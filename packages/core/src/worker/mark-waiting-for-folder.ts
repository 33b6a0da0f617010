import { projectEntry } from "../log/project.ts";
import { createSequencer } from "../log/sequence.ts";
import type { Trace } from "../log/trace.ts";
import { ROOT_GOAL_ID } from "../goals/goal.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { Lease } from "../ports/trace-store.ts";
import { LEASE_MS, MISSING_FOLDER_GRACE_MS } from "../tunables.ts";

type Ports = Pick<RunPorts, "traces" | "ids" | "clock" | "logger">;

/**
 * Marks each run that has waited for one of these folders longer than the grace period, so that people see the reason in the run. A run is
 * marked once; a worker that has the folder claims it like a queued run. Returns the number of marked runs. Errors: those of the store.
 */
export async function markWaitingForFolder(
  ports: Ports,
  request: { readonly owner: string; readonly folders: readonly string[] },
): Promise<number> {
  let marked = 0;
  if (request.folders.length === 0) return marked;
  for (;;) {
    const claimed = await ports.traces.claim({
      ...request,
      leaseMs: LEASE_MS,
      unmarkedForMs: MISSING_FOLDER_GRACE_MS,
    });
    if (claimed === undefined) return marked;
    await mark(ports, claimed);
    marked += 1;
  }
}

async function mark(
  { traces, ids, clock }: Ports,
  { trace, lease }: { readonly trace: Trace; readonly lease: Lease },
): Promise<void> {
  const sequencer = createSequencer({ traceId: trace.id, ids, clock, next: trace.lastSequence + 1 });
  const entry = sequencer.stamp({
    kind: "event",
    type: "trace.status_changed",
    goalId: trace.currentGoalId ?? ROOT_GOAL_ID,
    data: { status: "waiting", waitingFor: "folder" },
  });
  try {
    await traces.append({
      traceId: trace.id,
      rootId: trace.rootId,
      fence: lease.fence,
      entries: [entry],
      projection: projectEntry(trace, entry),
      blobs: [],
    });
  } finally {
    await traces.release(lease);
  }
}
