import { ensureEmbedded } from "@goaltrace/db/embedded";
import path from "node:path";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

/** A running app, as other programs access it. */
export type Server = {
  /** Its GOALTRACE_HOME. */
  readonly home: string;
  /** The configured database; undefined if the server runs an embedded one in `home`. */
  readonly databaseUrl: string | undefined;
};

/** The server that most specs share, started by playwright.config.ts. */
export const SHARED_SERVER: Server = {
  home: inCheckout(".data-e2e"),
  databaseUrl: process.env.DATABASE_URL,
};

/** Returns the environment that connects a program to a server. */
export function serverVariables({ home, databaseUrl }: Server): NodeJS.ProcessEnv {
  return { ...process.env, GOALTRACE_HOME: home, DATABASE_URL: databaseUrl };
}

/** Returns the database URL of a running server. */
export async function findDatabaseUrl({ home, databaseUrl }: Server): Promise<string> {
  return databaseUrl ?? (await ensureEmbedded(path.join(home, "database"))).url;
}
