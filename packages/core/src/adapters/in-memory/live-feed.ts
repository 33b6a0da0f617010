import type { LiveFeed, LiveNotice, PartialCall } from "../../ports/live-feed.ts";

type Topic = Parameters<LiveFeed["subscribe"]>[0];
type Subscription = { readonly topic: Topic; readonly listener: (notice: LiveNotice) => void };

/**
 * A live feed within one process: every notice at once, nothing coalesced. Of notices only `committed` names its workspace, so that is
 * what a workspace's subscriber gets. A listener that throws loses that notice, nobody else does.
 */
export function createInMemoryLiveFeed(): LiveFeed {
  const subscriptions = new Set<Subscription>();
  const partials = new Map<string, PartialCall>();
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
    async partial(traceId) {
      return partials.get(traceId);
    },
  };
}

function concerns(topic: Topic, notice: LiveNotice): boolean {
  if (topic === "all") return true;
  if ("traceId" in topic) return notice.traceId === topic.traceId;
  return notice.kind === "committed" && notice.workspaceId === topic.workspaceId;
}

function notePartial(partials: Map<string, PartialCall>, notice: LiveNotice): void {
  if (notice.kind === "signalled") return;
  if (notice.kind !== "delta") {
    partials.delete(notice.traceId);
    return;
  }
  if (notice.channel === "tool") return;
  const before = partials.get(notice.traceId);
  const same = before?.callId === notice.callId && before.attempt === notice.attempt;
  const base = same ? before : { callId: notice.callId, attempt: notice.attempt, text: "", reasoning: "" };
  const text = base[notice.channel].slice(0, notice.offset) + notice.text;
  partials.set(notice.traceId, { ...base, [notice.channel]: text });
}
