import type { ChildActivity } from "../../ports/child-agents.ts";
import type { RunContext } from "../run-context.ts";
import { summaryOf } from "./child-summary.ts";

/** Returns what the children of this turn do at the moment, from their stored traces. */
export async function childActivity({
  state,
  family,
  ports,
}: Pick<RunContext, "state" | "family" | "ports">): Promise<readonly ChildActivity[]> {
  const own = [...state.children.values()].filter(({ isOwn }) => isOwn);
  return await Promise.all(
    own.map(async (child): Promise<ChildActivity> => {
      const { spawned, finished, startedAt } = child;
      const trace = finished === null ? await family.get(spawned.childTraceId) : undefined;
      return {
        ...summaryOf(child),
        elapsedMs: finished?.durationMs ?? Math.max(0, ports.clock.now() - startedAt),
        steps: finished?.steps ?? trace?.totals.modelCalls ?? 0,
        cost: finished === null ? (trace?.totals.cost ?? 0) : finished.cost,
        waitingFor: waitOf(trace?.status, trace?.waitingFor ?? null),
      };
    }),
  );
}

/** A child whose trace is queued waits for a place. */
function waitOf(status: string | undefined, waitingFor: string | null): string | null {
  if (status === "queued") return "place";
  return status === "waiting" ? waitingFor : null;
}
