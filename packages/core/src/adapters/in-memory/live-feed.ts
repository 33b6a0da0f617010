import type { LiveFeed, LiveNotice, PartialCall } from "../../ports/live-feed.ts";
import { extendPartial } from "./extend-partial.ts";
import type { MemoryState } from "./memory-state.ts";

type Topic = Parameters<LiveFeed["subscribe"]>[0];
type Subscription = { readonly topic: Topic; readonly listener: (notice: LiveNotice) => void };
/** Running calls by trace and call id. */
type Partials = Map<string, Map<string, PartialCall>>;

export type InMemoryLiveFeed = LiveFeed & {
  /** Drops the streamed text of calls with a durable outcome. */
  forget(traceId: string, callIds: readonly string[] | "all"): void;
};

/**
 * A live feed within one process: delivers every notice immediately. Only `committed` names its workspace, so workspace subscribers receive
 * only those. A listener that throws loses that notice without affecting others.
 */
export function createInMemoryLiveFeed(state: MemoryState): InMemoryLiveFeed {
  const subscriptions = new Set<Subscription>();
  const partials: Partials = new Map();
  return {
    publish(notice) {
      notePartial(partials, notice);
      for (const { topic, listener } of [...subscriptions]) {
        if (!matches(topic, notice)) continue;
        try {
          listener(notice);
        } catch {
          // Best effort by contract: watchers catch up from the log.
        }
      }
    },
    subscribe(topic, listener) {
      const subscription = { topic, listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
    async partial(scope, traceId) {
      if (state.traces.get(traceId)?.trace.workspaceId !== scope.workspaceId) return [];
      return [...(partials.get(traceId)?.values() ?? [])];
    },
    forget(traceId, callIds) {
      if (callIds === "all") partials.delete(traceId);
      else for (const callId of callIds) dropCall(partials, traceId, callId);
    },
  };
}

function matches(topic: Topic, notice: LiveNotice): boolean {
  if (topic === "all") return true;
  if ("traceId" in topic) return notice.traceId === topic.traceId;
  return notice.kind === "committed" && notice.workspaceId === topic.workspaceId;
}

function notePartial(partials: Partials, notice: LiveNotice): void {
  if (notice.kind === "delta_withdrawn") dropCall(partials, notice.traceId, notice.callId);
  if (notice.kind !== "delta") return;
  const { traceId, callId } = notice;
  const calls = partials.get(traceId) ?? new Map<string, PartialCall>();
  partials.set(traceId, calls.set(callId, extendPartial(calls.get(callId), notice)));
}

function dropCall(partials: Partials, traceId: string, callId: string): void {
  const calls = partials.get(traceId);
  calls?.delete(callId);
  if (calls?.size === 0) partials.delete(traceId);
}
