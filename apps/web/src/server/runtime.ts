import { createSystemClock } from "@goaltrace/core/system";
import {
  createFreeShare,
  createLogger,
  createLongWork,
  type LongWork,
  openRuntime,
  readFileRules,
  readNewWorkspaceMode,
  readQuotaLimits,
} from "@goaltrace/host";
import type { Runtime as HostRuntime } from "@goaltrace/host";
import { environment } from "../env.ts";
import { createAuth } from "./auth/create-auth.ts";
import { findCheckout } from "./find-checkout.ts";
import type { Auth } from "./auth/create-auth.ts";
import type { TraceStore } from "@goaltrace/core/ports";
import { shareLogReads } from "./live/share-log-reads.ts";
import { createStreamGate } from "./live/stream-gate.ts";
import type { StreamGate } from "./live/stream-gate.ts";
import { createStreamPace, type StreamPace } from "./live/stream-pace.ts";

/** The services of the web app's procedures and routes: the shared runtime without direct database access, plus those of the web app. */
export type Runtime = Omit<HostRuntime, "database" | "ports" | "close"> & {
  readonly auth: Auth;
  /** All open streams pass through this gate. */
  readonly streams: StreamGate;
  /** Live streams of traces are sent at this pace. */
  readonly streamPace: StreamPace;
  /** Begins a work of seconds, which pauses while the process is busy. */
  readonly startLongWork: LongWork;
  /** The trace store for live streams; those of one person share its reads. */
  readonly followedTraces: TraceStore;
  /** The folder that holds the server's state. It must never become a project folder. */
  readonly home: string;
  readonly publicUrl: string | null;
  /** Allows other machines to read /metrics; null restricts it to this machine. */
  readonly metricsToken: string | null;
};

declare global {
  var goaltraceRuntime: Promise<Runtime> | undefined;
}

/** Returns the process's runtime, created on first use. After a failed start the next caller tries again. */
export async function getRuntime(): Promise<Runtime> {
  // Next bundles routes separately, so only the global object can hold one runtime per process.
  const starting = (globalThis.goaltraceRuntime ??= startRuntime());
  starting.catch(() => {
    if (globalThis.goaltraceRuntime === starting) globalThis.goaltraceRuntime = undefined;
  });
  return starting;
}

/** The settings of the web app's own services. */
export type WebSettings = Pick<Runtime, "home" | "publicUrl" | "metricsToken"> & {
  /** The days after which a session ends, however often it is used. */
  readonly sessionDays: number;
};

/** Adds the web app's services to those that all programs share. */
export function composeRuntime(host: HostRuntime, { sessionDays, ...settings }: WebSettings): Runtime {
  const clock = createSystemClock();
  const freeShare = createFreeShare(clock);
  const auth = createAuth({
    prisma: host.database.prisma,
    attempts: host.database.signInAttempts,
    ping: host.stores.ping,
    secret: host.vault.derive("sessions"),
    publicUrl: settings.publicUrl,
    sessionDays,
  });
  return {
    ...host,
    ...settings,
    auth,
    streams: createStreamGate(host.stores.streamRights),
    streamPace: createStreamPace(clock, freeShare),
    startLongWork: createLongWork(clock, freeShare),
    followedTraces: shareLogReads(host.stores.traces),
  };
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
      quotaLimits: readQuotaLimits(settings.secretVariables),
      newWorkspaceMode: readNewWorkspaceMode(settings.secretVariables),
      files: readFileRules(settings.fileVariables, { checkout: findCheckout(process.cwd()), home }),
    },
  );
  return composeRuntime(host, { home, publicUrl, metricsToken, sessionDays: settings.sessionDays });
}
