import { GoaltraceError } from "@goaltrace/core/errors";
import { z } from "zod";

/**
 * Why the database cannot serve a valid statement now although it could later. `unreachable`: no connection; `restarting`: it shuts down,
 * starts or recovers; `connections`: its connection limit is reached; `disk`: its disk, inodes or quota are used up; `resources`: memory or
 * another limit; `read_only`: it accepts no changes, for example as a standby after a failover.
 */
export type OutageKind = "unreachable" | "restarting" | "connections" | "disk" | "resources" | "read_only";

/** An outage with the server's own words, which may name files of the server and are for operators only. */
export type Outage = { readonly kind: OutageKind; readonly detail: string };

const coded = z.object({ code: z.string() });
/** Prisma keeps the driver's SQLSTATE under these names. */
const wrapped = z.object({
  originalCode: z.string().optional(),
  cause: z.unknown().optional(),
  meta: z.object({ driverAdapterError: z.unknown() }).optional(),
});
/** Deeper than any driver nests its errors. */
const MAX_DEPTH = 6;

const KIND_OF_CODE: Readonly<Record<string, OutageKind>> = {
  "53300": "connections",
  "53100": "disk",
  "25006": "read_only",
  "57P01": "restarting",
  "57P02": "restarting",
  "57P03": "restarting",
  // The server ended an idle connection, for example of a process that was frozen.
  "57P05": "unreachable",
  "25P03": "unreachable",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  ETIMEDOUT: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  // Prisma's own codes.
  P1001: "unreachable",
  P1002: "unreachable",
  P1008: "unreachable",
  P1017: "unreachable",
  P2024: "unreachable",
  P2037: "connections",
};
/** Classes of SQLSTATE: connection exceptions, and insufficient resources. */
const KIND_OF_CLASS: Readonly<Record<string, OutageKind>> = { "08": "unreachable", "53": "resources" };
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Texts of the driver and of PostgreSQL for which there is no code of their own. */
const KIND_OF_MESSAGE: readonly (readonly [RegExp, OutageKind])[] = [
  [/no space left on device|disk quota exceeded/i, "disk"],
  [
    /connection terminated|can't reach database|timeout expired|timeout exceeded when trying to connect|connection error|not queryable/i,
    "unreachable",
  ],
];

/** Returns the SQLSTATE or system code of a driver error. */
export function errorCode(error: unknown): string | undefined {
  return coded.safeParse(error).data?.code;
}

/** Returns the outage that an error of the driver or of Prisma reports; undefined for a faulty statement. */
export function outageOf(error: unknown, depth = 0): Outage | undefined {
  if (depth > MAX_DEPTH || typeof error !== "object" || error === null) return undefined;
  const { originalCode, cause, meta } = wrapped.safeParse(error).data ?? {};
  const message = error instanceof Error ? error.message : "";
  const kind = kindOfCode(originalCode) ?? kindOfCode(errorCode(error)) ?? kindOfMessage(message);
  if (kind !== undefined) return { kind, detail: message };
  return outageOf(meta?.driverAdapterError, depth + 1) ?? outageOf(cause, depth + 1);
}

function kindOfCode(code: string | undefined): OutageKind | undefined {
  if (code === undefined) return undefined;
  return KIND_OF_CODE[code] ?? (SQLSTATE.test(code) ? KIND_OF_CLASS[code.slice(0, 2)] : undefined);
}

function kindOfMessage(message: string): OutageKind | undefined {
  return KIND_OF_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
}

const CONTINUES = "Runs wait and continue automatically.";
const TEXTS: Readonly<Record<OutageKind, { readonly message: string; readonly fix: string }>> = {
  unreachable: {
    message: "The database cannot be reached.",
    fix: `Check that PostgreSQL is running and that DATABASE_URL is correct. ${CONTINUES}`,
  },
  restarting: {
    message: "The database is restarting.",
    fix: `Wait until PostgreSQL accepts connections again. ${CONTINUES}`,
  },
  connections: {
    message: "The database has no free connection.",
    fix: `Close other clients of PostgreSQL, or raise its max_connections. ${CONTINUES}`,
  },
  disk: {
    message: "The disk of the database is full.",
    fix: `Free space on the disk that holds PostgreSQL's data folder; the server log names it. ${CONTINUES}`,
  },
  resources: {
    message: "The database has run out of memory or another resource.",
    fix: `See the log of PostgreSQL for the resource that ran out. ${CONTINUES}`,
  },
  read_only: {
    message: "The database accepts no changes.",
    fix: `Connect DATABASE_URL to the primary server, or end the read-only mode. ${CONTINUES}`,
  },
};

/** Returns the error that callers get during an outage. The server's own words are only in its cause. */
export function unavailable(cause: unknown): GoaltraceError {
  const { kind } = outageOf(cause) ?? { kind: "unreachable" };
  return new GoaltraceError({ code: "DATABASE_UNAVAILABLE", ...TEXTS[kind] }, { cause });
}
