import { GoaltraceError, toFailure } from "@goaltrace/core";
import type { ClaimedMessage } from "@goaltrace/db";
import type { StartPorts } from "../enqueue-run.ts";
import type { Runtime } from "../runtime.ts";
import { startRun } from "../start-run.ts";

/** The ports needed to start a run within the limits of its person. */
export type QueuePorts = StartPorts & Pick<Runtime, "quotas">;

/**
 * Starts the turn of a claimed message in the name of its author, once: its trace has an id of its own, so a process that died in between is
 * continued by the next claim. A message waits further while a run is active, and is held for a person after any other failure; only an
 * unreachable database leaves it claimed. Returns whether the turn started. Errors: DATABASE_UNAVAILABLE.
 */
export async function startQueuedMessage(ports: QueuePorts, message: ClaimedMessage): Promise<boolean> {
  const { scope, traceId, conversationId, text, model, agent, folderId } = message;
  const { queue, traces } = ports.stores;
  try {
    if ((await traces.get(scope, traceId)) === undefined) {
      await ports.quotas.admitRun({ scope, keyId: null });
      const choice = {
        model: model ?? undefined,
        agent: agent ?? undefined,
        folderId: folderId ?? undefined,
      };
      await startRun(ports, { scope, traceId, conversationId, text, ...choice });
    }
    await queue.settle(message, { state: "started" });
    return true;
  } catch (thrown) {
    const { code, message: problem, fix } = toFailure(thrown);
    if (code === "DATABASE_UNAVAILABLE") throw thrown;
    const isBusy = thrown instanceof GoaltraceError && code === "CONFLICT";
    await queue.settle(
      message,
      isBusy ? { state: "waiting" } : { state: "held", problem: `${problem} ${fix}` },
    );
    return false;
  }
}
