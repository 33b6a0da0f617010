import { GoaltraceError } from "@goaltrace/core";
import pg from "pg";
import { z } from "zod";
import { CONNECT_TIMEOUT_MS, IDLE_TRANSACTION_LIMIT_MS, POOL_CONNECTIONS } from "./tunables.ts";

const codedError = z.object({ code: z.string() });

/** SQLSTATE classes and codes for a lost connection or server, as opposed to a faulty statement. */
const CONNECTION_STATES = /^(08...|57P0[123]|53300)$/;
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable/i;
/** Deadlock and serialization failure: the same statement may be sent again. */
const RETRYABLE_STATES = new Set(["40P01", "40001"]);
/** Reported for every statement that is pipelined behind a failed one. */
const IN_FAILED_TRANSACTION = "25P02";
/** The first error in the open transaction of each connection: later statements fail only because of it. */
const firstErrors = new WeakMap<object, { error?: unknown }>();

/** Creates the pool of a process. Idle connections that break are replaced silently; the next query reports a real outage. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    // JIT compilation takes longer than any of our statements run: PostgreSQL decides by estimated cost, and lists look expensive before
    // their limit.
    options: "-c jit=off",
  });
  pool.on("error", () => undefined);
  return pool;
}

/** Returns constant names from this code as a list of SQL literals without duplicates. */
export function literals(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `'${name}'`).join(", ");
}

/** Returns the SQLSTATE or system code of a driver error. */
export function errorCode(error: unknown): string | undefined {
  const coded = codedError.safeParse(error);
  return coded.success ? coded.data.code : undefined;
}

/** Returns true when the database could not be reached, so that the statement may or may not have taken effect. */
function isConnectionError(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined && (CONNECTION_STATES.test(code) || CONNECTION_CODES.has(code))) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}

/** Returns true when sending the same idempotent statement again may succeed. */
export function isRetryable(error: unknown): boolean {
  return isConnectionError(error) || RETRYABLE_STATES.has(errorCode(error) ?? "");
}

/** Returns the error that callers get when the database cannot be reached. */
export function unavailable(cause: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "DATABASE_UNAVAILABLE",
      message: "The database cannot be reached.",
      fix: "Check that PostgreSQL is running and that DATABASE_URL is correct. Runs continue automatically when it is back.",
    },
    { cause },
  );
}

/** A statement; with a name, each connection plans it once and keeps the plan. The name must be the statement's own. */
export type Statement = string | { readonly name: string; readonly text: string };

/**
 * Runs one statement. Errors: DATABASE_UNAVAILABLE when the server cannot be reached; the error of an earlier statement when that statement
 * failed the transaction.
 */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const named = typeof statement === "string" ? { text: statement } : statement;
  try {
    return (await client.query<Row>({ ...named, values: [...values] })).rows;
  } catch (error) {
    throw rootError(client, isConnectionError(error) ? unavailable(error) : error);
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
    throw isConnectionError(error) ? unavailable(error) : error;
  });
  let broken: Error | undefined;
  const markBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", markBroken);
  setPipeline(client, true);
  firstErrors.set(client, {});
  try {
    const [, result] = await Promise.all([query(client, "begin"), work(client)]);
    await query(client, "commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(markBroken);
    throw error;
  } finally {
    firstErrors.delete(client);
    setPipeline(client, false);
    client.off("error", markBroken);
    client.release(broken);
  }
}

/**
 * Sets whether the driver sends statements while others are in progress. For transactions only: prepared statements use a protocol of their
 * own.
 */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  Object.assign(client, { pipeline });
}
