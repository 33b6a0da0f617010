import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Trace } from "@goaltrace/core/log";
import { createKey } from "../../../../bench/bench-owner.ts";
import { startWebServers } from "../../../../bench/web-server.ts";
import { type Watcher, watchTrace } from "../../../../e2e/support/watcher.ts";
import type { World } from "./world.ts";

const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));

/** A production web server over the database of a world, through which watchers follow runs like browsers. */
export type WatchedWeb = {
  /** Follows a run to its end, at most for `limitMs`, over as many connections as that takes. */
  watch(run: Trace, limitMs: number): Watcher;
  /** Kills the server with -9 and starts it again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export async function startWatchedWeb(world: World): Promise<WatchedWeb> {
  // Builds only what changed.
  await promisify(execFile)(process.execPath, [path.join(CHECKOUT, "scripts/build.mjs")], { cwd: CHECKOUT });
  const servers = await startWebServers({ appFolder: CHECKOUT, databaseUrl: world.url }, 1);
  const [base = ""] = servers.bases;
  const { workspaceId } = world.scope;
  const personId = randomUUID();
  const email = `${personId}@example.com`;
  await world.database.accounts.create({
    ...{ personId, accountId: randomUUID(), name: "Watcher", email, passwordHash: "none" },
  });
  await world.database.members.set(workspaceId, personId, "viewer");
  const key = await createKey(world.database, { workspaceId, personId }, "read");
  return {
    watch: (run, limitMs) => watchTrace({ base, key, traceId: run.id }, limitMs),
    kill: async () => await servers.restart(0),
    stop: async () => await servers.stop(),
  };
}
