import type { LiveFeed, LiveNotice, PartialCall } from "../../ports/live-feed.ts";
import { extendPartial } from "./extend-partial.ts";
import type { MemoryState } from "./memory-state.ts";

type Topic = Parameters<LiveFeed["subscribe"]>[0];
type Subscription = { readonly topic: Topic; readonly listener: (notice: LiveNotice) => void };
/** Of each trace, its running calls by id. */
type Partials = Map<string, Map<string, PartialCall>>;

export type InMemoryLiveFeed = LiveFeed & {
  /** Forgets what was streamed of calls whose outcome is durable. */
  forget(traceId: string, callIds: readonly string[] | "all"): void;
};

/**
 * A live feed within one process: every notice at once, nothing coalesced. Of notices only `committed` names its workspace, so that is
 * what a workspace's subscriber gets. A listener that throws loses that notice, nobody else does.
 */
export function createInMemoryLiveFeed(state: MemoryState): InMemoryLiveFeed {
  const subscriptions = new Set<Subscription>();
  const partials: Partials = new Map();
  return {
    publish(notice) {
      notePartial(partials, notice);
      for (const { topic, listener } of [...subscriptions]) {
        if (!concerns(topic, notice)) continue;
        try {
          listener(notice);
        } catch {
          // Best effort by contract: the log is what a watcher reads to catch up.
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

function concerns(topic: Topic, notice: LiveNotice): boolean {
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
