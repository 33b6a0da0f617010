import { GoaltraceError } from "@goaltrace/core";
import pg from "pg";
import { z } from "zod";
import { CONNECT_TIMEOUT_MS, IDLE_TRANSACTION_LIMIT_MS, POOL_CONNECTIONS } from "./tunables.ts";

const codedError = z.object({ code: z.string() });

/** SQLSTATE classes and codes that say that the connection or the server is gone, not that the statement was wrong. */
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
/** Deadlock and serialisation failure: the same statement may be sent again. */
const REPEATABLE_STATES = new Set(["40P01", "40001"]);
/** What every statement is told that travelled behind one that failed. */
const IN_FAILED_TRANSACTION = "25P02";
/** The first error in the open transaction of a connection: those behind it fail for its sake alone. */
const firstErrors = new WeakMap<object, { error?: unknown }>();

/** The pool of one process. Idle connections that break are replaced in silence: whoever queries next sees the truth. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    // Compiling a statement takes PostgreSQL longer than any of ours runs: it judges by cost, and lists look costly before their limit.
    options: "-c jit=off",
  });
  pool.on("error", () => undefined);
  return pool;
}

/** Names from this code as SQL, each once, with commas between. */
export function literals(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `'${name}'`).join(", ");
}

/** The SQLSTATE or system code of an error of the driver. */
export function errorCode(error: unknown): string | undefined {
  const coded = codedError.safeParse(error);
  return coded.success ? coded.data.code : undefined;
}

/** True when the database could not be reached, so that nobody knows whether the statement took effect. */
function isConnectionError(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined && (CONNECTION_STATES.test(code) || CONNECTION_CODES.has(code))) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}

/** True when sending the same idempotent statement again may succeed. */
export function isRepeatable(error: unknown): boolean {
  return isConnectionError(error) || REPEATABLE_STATES.has(errorCode(error) ?? "");
}

/** The error that callers see when the database cannot be reached. */
export function unavailable(cause: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "DATABASE_UNAVAILABLE",
      message: "The database cannot be reached.",
      fix: "Check that PostgreSQL runs and that DATABASE_URL is right; runs go on by themselves when it is back.",
    },
    { cause },
  );
}

/**
 * Runs one statement. Errors: DATABASE_UNAVAILABLE when the server cannot be reached; the error of the statement before when that has made an
 * end of their transaction.
 */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    throw reasonOf(client, isConnectionError(error) ? unavailable(error) : error);
  }
}

/** What to blame: the error itself, or the first of its transaction when it only says that there was one. */
function reasonOf(client: object, error: unknown): unknown {
  const open = firstErrors.get(client);
  if (open === undefined) return error;
  open.error ??= error;
  return errorCode(error) === IN_FAILED_TRANSACTION ? open.error : error;
}

/**
 * Runs `work` in one transaction: all or nothing. Statements that `work` sends without waiting in between travel together. Errors: as `query`,
 * and whatever `work` throws.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isConnectionError(error) ? unavailable(error) : error;
  });
  let broken: Error | undefined;
  const noteBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", noteBroken);
  setPipeline(client, true);
  firstErrors.set(client, {});
  try {
    const [, result] = await Promise.all([query(client, "begin"), work(client)]);
    await query(client, "commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(noteBroken);
    throw error;
  } finally {
    firstErrors.delete(client);
    setPipeline(client, false);
    client.off("error", noteBroken);
    client.release(broken);
  }
}

/** Whether the driver sends a statement while others are under way. For a transaction alone: kept statements have a protocol of their own. */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  Object.assign(client, { pipeline });
}
