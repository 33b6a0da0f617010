import type { Logger } from "@goaltrace/core/ports";
import type pg from "pg";
import { type Outage, outageOf } from "./outage.ts";
import { OUTAGE_LOG_INTERVAL_MS } from "./tunables.ts";

/** Reports the outages that make entries wait, for the operator. */
export type OutageLog = {
  /** Notes that entries could not be written and will be sent again. */
  noteFailure(error: unknown): void;
  /** Notes that entries were written. */
  noteSuccess(): void;
};

/**
 * Logs an outage when it begins or changes its kind, now and then while it lasts, and its duration at its end. For a full disk the line names the
 * data folder of the server, if this user may read it.
 */
export function createOutageLog(pool: pg.Pool, logger: Pick<Logger, "warn" | "info">): OutageLog {
  let current: (Outage & { readonly since: number; readonly loggedAt: number }) | undefined;

  async function write({ kind, detail }: Outage): Promise<void> {
    const folder = kind === "disk" ? await dataFolder(pool) : undefined;
    logger.warn("entries wait for the database", { outage: kind, detail, ...(folder && { folder }) });
  }

  return {
    noteFailure(error) {
      const outage = outageOf(error);
      if (outage === undefined) return;
      const now = performance.now();
      const isNews = current?.kind !== outage.kind || now - current.loggedAt > OUTAGE_LOG_INTERVAL_MS;
      if (!isNews) return;
      current = { ...outage, since: current?.since ?? now, loggedAt: now };
      void write(outage);
    },
    noteSuccess() {
      if (current === undefined) return;
      const { kind, since } = current;
      current = undefined;
      logger.info("waiting entries written", {
        outage: kind,
        waitedMs: Math.round(performance.now() - since),
      });
    },
  };
}

/** The data folder on the server's machine; undefined where only superusers may read it. A full disk still answers. */
async function dataFolder(pool: pg.Pool): Promise<string | undefined> {
  return await pool
    .query<{ readonly folder: string | null }>("select current_setting('data_directory', true) as folder")
    .then(({ rows }) => rows[0]?.folder ?? undefined)
    .catch(() => undefined);
}
