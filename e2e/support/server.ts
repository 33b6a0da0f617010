import { ensureEmbedded } from "@goaltrace/db/embedded";
import path from "node:path";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

/** A served app, as programs beside it see it. */
export type Server = {
  /** Its GOALTRACE_HOME. */
  readonly home: string;
  /** The database that was given to it; undefined where it runs one of its own in `home`. */
  readonly databaseUrl: string | undefined;
};

/** The server that most specs share, started by the configuration. */
export const SHARED_SERVER: Server = {
  home: inCheckout(".data-e2e"),
  databaseUrl: process.env.DATABASE_URL,
};

/** The variables that tie a program to a server. */
export function variablesOf({ home, databaseUrl }: Server): NodeJS.ProcessEnv {
  return { ...process.env, GOALTRACE_HOME: home, DATABASE_URL: databaseUrl };
}

/** Where the database of a running server is. */
export async function databaseUrlOf({ home, databaseUrl }: Server): Promise<string> {
  return databaseUrl ?? (await ensureEmbedded(path.join(home, "database"))).url;
}
