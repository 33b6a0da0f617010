import { createLogger, openRuntime } from "@goaltrace/host";
import type { Runtime as HostRuntime } from "@goaltrace/host";
import { environment } from "../env.ts";
import { createAuth } from "./auth/create-auth.ts";
import type { Auth } from "./auth/create-auth.ts";

/** Everything the web's procedures and routes work with: the shared runtime, without access to the whole database, and the web's own. */
export type Runtime = Omit<HostRuntime, "database" | "ports" | "close"> & {
  readonly auth: Auth;
  /** Folder of the server's state, which nobody may register as a project folder. */
  readonly home: string;
  readonly publicUrl: string | null;
  /** Lets programs elsewhere read /metrics; null keeps it to this machine. */
  readonly metricsToken: string | null;
};

declare global {
  var goaltraceRuntime: Promise<Runtime> | undefined;
}

/** The process's runtime, created on first use. The next caller tries a failed start again. */
export async function getRuntime(): Promise<Runtime> {
  // Next bundles routes apart from each other: one process has one runtime only through the global object, which they share.
  const starting = (globalThis.goaltraceRuntime ??= startRuntime());
  starting.catch(() => {
    if (globalThis.goaltraceRuntime === starting) globalThis.goaltraceRuntime = undefined;
  });
  return starting;
}

async function startRuntime(): Promise<Runtime> {
  const settings = environment();
  const { databaseUrl, home, secret, publicUrl, metricsToken } = settings;
  const host = await openRuntime(
    { databaseUrl, home, secret },
    {
      logger: createLogger({ base: { component: "web" }, level: "info" }),
      secretVariables: settings.secretVariables,
      modelVariables: settings.modelVariables,
      forbiddenFolders: [home],
    },
  );
  const auth = createAuth({
    prisma: host.database.prisma,
    attempts: host.database.signInAttempts,
    secret: host.vault.derive("sessions"),
    publicUrl,
  });
  return { ...host, auth, home, publicUrl, metricsToken };
}
