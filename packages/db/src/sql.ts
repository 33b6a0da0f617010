import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";
import pg from "pg";
import { PROCESS_NAME } from "./process-name.ts";
import { errorCode, outageOf, unavailable } from "./outage.ts";
import {
  CLIENT_PROBE_S,
  CONNECT_TIMEOUT_MS,
  IDLE_TRANSACTION_LIMIT_MS,
  POOL_CONNECTIONS,
  SERVER_PROBE_MS,
} from "./tunables.ts";

/** Deadlock and serialization failure: the same statement may be sent again. */
const RETRYABLE_STATES = new Set(["40P01", "40001"]);
/** Reported for every statement that is pipelined behind a failed one. */
const IN_FAILED_TRANSACTION = "25P02";
/** The first error in the open transaction of each connection: later statements fail only because of it. */
const firstErrors = new WeakMap<object, { error?: unknown }>();

/** Finds out that the server has vanished without closing the connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: SERVER_PROBE_MS } as const;
/** Lets the server find out that this process has vanished, even while it executes a statement. */
export const PROBE_CLIENT = [
  `-c tcp_keepalives_idle=${CLIENT_PROBE_S.idle} -c tcp_keepalives_interval=${CLIENT_PROBE_S.interval}`,
  `-c tcp_keepalives_count=${CLIENT_PROBE_S.count} -c tcp_user_timeout=${CLIENT_PROBE_S.unacknowledged}s`,
].join(" ");

/** Creates the pool of a process. Idle connections that break are replaced silently; the next query reports a real outage. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: PROCESS_NAME,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    ...KEEP_ALIVE,
    // JIT compilation takes longer than any of our statements run: PostgreSQL decides by estimated cost, and lists look expensive before
    // their limit.
    options: `-c jit=off ${PROBE_CLIENT}`,
  });
  const ignore = (): void => undefined;
  pool.on("error", ignore);
  // A connection can break in the same packet that opens it, before its user can listen; without a listener that would end the process.
  // Its first statement reports the outage.
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/** Returns constant names from this code as a list of SQL literals without duplicates. */
export function literals(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `'${name}'`).join(", ");
}

/** Returns true when sending the same idempotent statement again may succeed. */
export function isRetryable(error: unknown): boolean {
  return outageOf(error) !== undefined || RETRYABLE_STATES.has(errorCode(error) ?? "");
}

/** A statement; with a name, each connection plans it once and keeps the plan. The name must be the statement's own. */
export type Statement = string | { readonly name: string; readonly text: string };

/**
 * Runs one statement. Errors: DATABASE_UNAVAILABLE during an outage; the error of an earlier statement when that statement
 * failed the transaction.
 */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result =
    typeof statement === "string"
      ? client.query<Row>(statement, [...values])
      : client.query<Row>({ ...statement, values: [...values] });
  try {
    return (await result).rows;
  } catch (error) {
    throw rootError(client, outageOf(error) === undefined ? error : unavailable(error));
  }
}

/** Returns the error itself, or the transaction's first error when this one only reports an earlier failure. */
function rootError(client: object, error: unknown): unknown {
  const open = firstErrors.get(client);
  if (open === undefined) return error;
  open.error ??= error;
  return errorCode(error) === IN_FAILED_TRANSACTION ? open.error : error;
}

/**
 * Runs `work` in one transaction. Statements that `work` sends without awaiting in between are pipelined. Errors: as `query`, and any error
 * `work` throws.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw outageOf(error) === undefined ? error : unavailable(error);
  });
  let broken: Error | undefined;
  const markBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", markBroken);
  setPipeline(client, true);
  firstErrors.set(client, {});
  try {
    const [, result] = await sendTogether(
      client,
      async () => await Promise.all([query(client, "begin"), work(client)]),
    );
    await query(client, "commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(markBroken);
    // A server that became read-only or ran out of something may have a successor: the next transaction connects again.
    if (error instanceof GoaltraceError && error.code === "DATABASE_UNAVAILABLE") broken ??= error;
    throw error;
  } finally {
    firstErrors.delete(client);
    setPipeline(client, false);
    client.off("error", markBroken);
    client.release(broken);
  }
}

/** Sends the statements that `work` issues before its first wait in one packet instead of one each. */
function sendTogether<T>(client: pg.PoolClient, work: () => T): T {
  const connection: unknown = Reflect.get(client, "connection");
  const socket: unknown = connection instanceof EventEmitter ? Reflect.get(connection, "stream") : null;
  if (!(socket instanceof Writable)) return work();
  socket.cork();
  try {
    return work();
  } finally {
    socket.uncork();
  }
}

/**
 * Sets whether the driver sends statements while others are in progress. For transactions only: prepared statements use a protocol of their
 * own.
 */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  Object.assign(client, { pipeline });
}
