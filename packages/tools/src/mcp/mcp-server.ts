import { setTimeout as sleep } from "node:timers/promises";
import {
  type ConnectionEvents,
  connectServer,
  type ServerConnection,
  type ServerIdentity,
  type ServerRoute,
} from "./connect-server.ts";
import { createLogTail } from "./log-tail.ts";
import { asSignInNeeded } from "./oauth/sign-in-needed.ts";
import { startProblem } from "./start-problem.ts";
import type { ReadDefinitions } from "./tool-definition.ts";
import {
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  CALL_WAITS_FOR_START_MS,
  LOG_KEPT_CHARACTERS,
  STABLE_AFTER_MS,
} from "./tunables.ts";

/** Where a server is: `stopped` before its first use and after its last, `failed` until its next start. */
export type ServerState = "stopped" | "starting" | "ready" | "failed";

/** The known facts about a server. All texts are masked. */
export type ServerStatus = {
  readonly state: ServerState;
  /** Why it failed; null otherwise. */
  readonly problem: string | null;
  /** Its statements about itself when it was last connected; null if it never was. */
  readonly identity: ServerIdentity | null;
  /** Its tools when it was last connected. */
  readonly tools: ReadDefinitions;
  /** The end of its log. */
  readonly log: string;
};

/** A server that starts when it is needed and starts again when it fails. */
export type McpServer = {
  status(this: void): ServerStatus;
  /** Starts it, unless it runs or its last failure is too recent. Never waits or throws. */
  start(this: void): void;
  /** Returns the connection as soon as it is open. Rejects with the reason when it failed recently, fails now or takes too long. */
  ready(this: void, signal: AbortSignal): Promise<ServerConnection>;
  /** When it was last asked to start or finished a call, as `performance.now()` says; infinite while it starts or a call runs. */
  usedAt(this: void): number;
  /**
   * Stops it, unless a call is running, so that the next use starts it with its current settings, even soon after a failure. With `before`, in
   * milliseconds since the epoch, only if it was started before then.
   */
  restart(this: void, before?: number): Promise<void>;
  /** Stops it for good. */
  close(this: void): Promise<void>;
};

export type McpServerOptions = {
  /** Prepares the way to the server, again for every start. A start is a retry if the one before it failed. */
  readonly route: (start: { readonly isRetry: boolean }) => Promise<ServerRoute>;
  readonly mask: (text: string) => string;
  /** Called after every change of the status. */
  readonly onChange: () => void;
  /** @default connectServer */
  readonly connect?: typeof connectServer;
  /** @default the times of tunables.ts, in milliseconds */
  readonly times?: { readonly backoffFirst: number; readonly backoffMax: number; readonly startWait: number };
};

const DEFAULT_TIMES = {
  backoffFirst: BACKOFF_FIRST_MS,
  backoffMax: BACKOFF_MAX_MS,
  startWait: CALL_WAITS_FOR_START_MS,
};

/** Creates a server that is not running yet. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { route, mask, onChange, connect = connectServer, times = DEFAULT_TIMES } = options;
  const log = createLogTail(LOG_KEPT_CHARACTERS, mask);
  const stop = new AbortController();
  let state: ServerState = "stopped";
  let problem: string | null = null;
  let identity: ServerIdentity | null = null;
  let tools: ReadDefinitions = { definitions: [], problems: [] };
  let connection: ServerConnection | null = null;
  let starting: Promise<ServerConnection> | null = null;
  let failures = 0;
  let nextStartAt = 0;
  let readySince = 0;
  let hasFailedToStart = false;
  /** When it was started, in milliseconds since the epoch, and how often. */
  let startedAt = 0;
  let starts = 0;
  let running = 0;
  let usedAt = performance.now();
  /** The last line that this side wrote about the connection, which says why it ended. */
  let reason: string | null = null;

  const change = (next: ServerState, why: string | null = null): void => {
    state = next;
    problem = why === null ? null : mask(why);
    onChange();
  };
  const fail = (why: string, needsPerson = false): void => {
    connection = null;
    if (stop.signal.aborted) return;
    if (needsPerson) {
      // It is not broken: the next call checks whether someone has signed in.
      nextStartAt = performance.now() + times.backoffFirst;
      return change("failed", why);
    }
    if (readySince > 0 && performance.now() - readySince > STABLE_AFTER_MS) failures = 0;
    readySince = 0;
    const wait = Math.min(times.backoffMax, times.backoffFirst * 2 ** failures);
    failures += 1;
    nextStartAt = performance.now() + wait;
    change("failed", why);
    // A server that was used starts again on its own, so that the next call finds it. Timers may fire a fraction of a millisecond early, which
    // would be before it may start.
    void sleep(wait + 1, undefined, { signal: stop.signal, ref: false }).then(begin, () => undefined);
  };
  const eventsOf = (start: number): ConnectionEvents => ({
    onLog: (text) => {
      log.push(text);
      const own = /^\[goaltrace\] (?<text>.+)$/mu.exec(text)?.groups?.["text"];
      if (own !== undefined) reason = own;
    },
    onToolsChanged: () => {
      if (connection !== null) tools = connection.tools();
      onChange();
    },
    // A server that was stopped on purpose has not failed.
    onClosed: () => {
      if (start === starts) fail(reason ?? "The server closed the connection.");
    },
  });
  const open = async (): Promise<ServerConnection> => {
    reason = null;
    starts += 1;
    startedAt = Date.now();
    const way = await route({ isRetry: hasFailedToStart });
    const opened = counted(await connect(way, eventsOf(starts), stop.signal));
    if (stop.signal.aborted) {
      await opened.close();
      throw new Error("The server was stopped.");
    }
    connection = opened;
    ({ identity } = opened);
    tools = opened.tools();
    readySince = performance.now();
    change("ready");
    return opened;
  };
  const counted = (opened: ServerConnection): ServerConnection => ({
    ...opened,
    call: async (call) => {
      running += 1;
      try {
        return await opened.call(call);
      } finally {
        running -= 1;
        usedAt = performance.now();
      }
    },
  });
  const begin = (): void => {
    if (connection !== null || starting !== null || stop.signal.aborted) return;
    if (performance.now() < nextStartAt) return;
    // People who look during another attempt still learn why the last one failed.
    change("starting", hasFailedToStart ? problem : null);
    starting = open();
    starting.then(
      () => {
        starting = null;
        hasFailedToStart = false;
        usedAt = performance.now();
      },
      (thrown: unknown) => {
        starting = null;
        hasFailedToStart = true;
        const why = startProblem(thrown, reason);
        log.push(`[goaltrace] ${why}\n`);
        fail(why, asSignInNeeded(thrown) !== null);
      },
    );
  };
  return {
    status: () => ({ state, problem, identity, tools, log: log.text() }),
    start: begin,
    usedAt: () => (running > 0 || starting !== null ? Infinity : usedAt),
    async ready(signal) {
      usedAt = performance.now();
      begin();
      if (connection !== null) return connection;
      if (starting === null) throw new Error(problem ?? "The server is not running.");
      const limit = AbortSignal.any([signal, AbortSignal.timeout(times.startWait)]);
      try {
        return await Promise.race([starting, whenAborted(limit)]);
      } catch (thrown) {
        if (limit.aborted)
          throw new Error(`It has not started within ${String(times.startWait / 1000)} s.`, {
            cause: thrown,
          });
        throw new Error(problem ?? String(thrown), { cause: thrown });
      }
    },
    async restart(before = Infinity) {
      if (running > 0 || startedAt >= before) return;
      // The caller has often just fixed the problem, and should not have to wait for the pause after a failure.
      [failures, nextStartAt, hasFailedToStart] = [0, 0, false];
      const open = connection;
      if (open === null) return;
      connection = null;
      starts += 1;
      await open.close().catch(() => undefined);
      readySince = 0;
      if (connection === null && starting === null) change("stopped");
    },
    async close() {
      stop.abort();
      const open = connection;
      connection = null;
      await open?.close().catch(() => undefined);
      await starting?.catch(() => undefined);
      change("stopped");
    },
  };
}

async function whenAborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const abort = (): void => reject(new Error("aborted"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
