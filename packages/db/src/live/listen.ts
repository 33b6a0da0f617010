import type { LiveNotice } from "@goaltrace/core/ports";
import pg from "pg";
import { PROCESS_NAME } from "../process-name.ts";
import { LISTEN_CHECK_MS, LISTEN_RECONNECT_MS } from "../tunables.ts";
import { LIVE_CHANNEL } from "./channel.ts";
import { KEEP_ALIVE, PROBE_CLIENT } from "../sql.ts";
import { readWire } from "./wire.ts";

export type Topic = { readonly traceId: string } | { readonly workspaceId: string } | "all";

export type Listener = {
  subscribe(topic: Topic, listener: (notice: LiveNotice) => void): () => void;
  /** Calls `listener` when work may be available for a worker. */
  onWake(listener: () => void): () => void;
  /** Calls `listener` when rights in a workspace may have ended; with null, those in any workspace. */
  onAccess(listener: (workspaceId: string | null) => void): () => void;
  /** Resolves when notices arrive, or after the first failed attempt to connect; reconnecting continues. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

type MissedRow = {
  readonly id: string;
  readonly workspace_id: string;
  readonly last_sequence: number;
  readonly status: string;
};

/**
 * The listening connection of this process. It connects with the first subscriber and always reconnects. After an outage it dispatches the
 * commits it missed, so that subscribers need not poll.
 */
export function createListener(url: string): Listener {
  const subscribers = new Map<string, Set<(notice: LiveNotice) => void>>();
  const wakers = new Set<() => void>();
  const accessListeners = new Set<(workspaceId: string | null) => void>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lostAt: Date | undefined;
  let closed = false;

  function dispatch(notice: LiveNotice, workspaceId: string | null): void {
    const topics = [
      `trace:${notice.traceId}`,
      "all",
      ...(workspaceId === null ? [] : [`workspace:${workspaceId}`]),
    ];
    for (const topic of topics) {
      for (const listener of subscribers.get(topic) ?? []) listener(notice);
    }
  }

  function receive(payload: string): void {
    const arrivals = readWire(payload);
    if (arrivals === null) return;
    if (arrivals === "wake") for (const waker of wakers) waker();
    else if ("kind" in arrivals) for (const listener of accessListeners) listener(arrivals.workspaceId);
    else for (const arrival of arrivals) dispatch(arrival.notice, arrival.workspaceId);
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    lost.end().catch(() => undefined);
    lostAt ??= new Date();
    if (!closed) timer = setTimeout(() => void connect(), LISTEN_RECONNECT_MS);
  }

  function check(current: pg.Client): void {
    timer = setTimeout(() => {
      current.query("select 1").then(
        () => client === current && check(current),
        () => lose(current),
      );
    }, LISTEN_CHECK_MS);
    timer.unref();
  }

  async function dispatchMissed(current: pg.Client): Promise<void> {
    if (lostAt === undefined) return;
    // Commits just before the loss may have been missed too, and this machine's clock may be ahead of the server's.
    const since = new Date(lostAt.getTime() - 2 * LISTEN_CHECK_MS);
    const result = await current.query<MissedRow>(
      "select id, workspace_id, last_sequence, status from trace where updated_at >= $1 order by updated_at",
      [since],
    );
    lostAt = undefined;
    for (const row of result.rows) {
      const notice = {
        kind: "committed",
        workspaceId: row.workspace_id,
        traceId: row.id,
        sequence: row.last_sequence,
        status: row.status,
      } as const;
      dispatch(notice, row.workspace_id);
      dispatch({ kind: "signalled", traceId: row.id }, row.workspace_id);
    }
    for (const waker of wakers) waker();
    for (const listener of accessListeners) listener(null);
  }

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: PROCESS_NAME,
      ...KEEP_ALIVE,
      options: PROBE_CLIENT,
      connectionTimeoutMillis: LISTEN_CHECK_MS,
    });
    client = next;
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    next.on("notification", (message) => receive(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${LIVE_CHANNEL}`);
      await dispatchMissed(next);
      check(next);
    } catch {
      lose(next);
    }
  }

  function connect(): Promise<void> {
    if (closed || client !== undefined) return connecting ?? Promise.resolve();
    connecting = open();
    return connecting;
  }

  return {
    ready: connect,
    subscribe(topic, listener) {
      const key = topicKey(topic);
      const listeners = subscribers.get(key) ?? new Set();
      listeners.add(listener);
      subscribers.set(key, listeners);
      void connect();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && subscribers.get(key) === listeners) subscribers.delete(key);
      };
    },
    onWake(listener) {
      wakers.add(listener);
      void connect();
      return () => wakers.delete(listener);
    },
    onAccess(listener) {
      accessListeners.add(listener);
      void connect();
      return () => accessListeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}

function topicKey(topic: Topic): string {
  if (topic === "all") return "all";
  return "traceId" in topic ? `trace:${topic.traceId}` : `workspace:${topic.workspaceId}`;
}
