import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OWNER } from "./bench-owner.ts";

const HEALTH_EVERY_MS = 200;
const HEALTH_PATIENCE_MS = 120_000;
/** What a server that does not come up said last is worth showing. Characters. */
const LAST_WORDS = 2_000;

/** Production servers over one database, as behind a load balancer. */
export type WebServers = {
  /** Addresses without a slash at the end, one for each process. */
  readonly bases: readonly string[];
  stop(): Promise<void>;
};

/** Why the built application in `appFolder` cannot be measured; null when it can. */
export function missingBuild(appFolder: string): string | null {
  const isBuilt = existsSync(path.join(appFolder, "apps/web/.next/BUILD_ID"));
  return isBuilt ? null : `no production build in ${appFolder} (npm run build, or --app FOLDER)`;
}

/**
 * Starts `count` web processes of the build in `appFolder` on free ports, with a home of their own that is removed at the end. The first
 * one makes the owner's account. Errors: when one does not answer in two minutes, with what it said last.
 */
export async function startWebServers(
  { appFolder, databaseUrl }: { readonly appFolder: string; readonly databaseUrl: string },
  count: number,
): Promise<WebServers> {
  const home = await mkdtemp(path.join(os.tmpdir(), "goaltrace-bench-home-"));
  const children: ChildProcess[] = [];
  const killAll = (): void => children.forEach((child) => void child.kill("SIGKILL"));
  process.once("exit", killAll);
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(endOf));
    process.off("exit", killAll);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const bases: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const port = await freePort();
      const { child, lastWords } = startNext({ appFolder, databaseUrl, home, port });
      children.push(child);
      const base = `http://127.0.0.1:${port}`;
      await untilHealthy(base, lastWords);
      bases.push(base);
    }
    return { bases, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startNext(options: {
  readonly appFolder: string;
  readonly databaseUrl: string;
  readonly home: string;
  readonly port: number;
}): { readonly child: ChildProcess; lastWords(): string } {
  const { appFolder, databaseUrl, home, port } = options;
  const next = path.join(appFolder, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: path.join(appFolder, "apps/web"),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      GOALTRACE_HOME: home,
      GOALTRACE_ADMIN_EMAIL: OWNER.email,
      GOALTRACE_ADMIN_PASSWORD: OWNER.password,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
  });
  let said = "";
  const hear = (chunk: unknown): void => void (said = `${said}${String(chunk)}`.slice(-LAST_WORDS));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return { child, lastWords: () => said };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // Measured streams may be open; nothing of worth is in a server that was only measured.
  child.kill("SIGKILL");
  await ended;
}

async function untilHealthy(base: string, lastWords: () => string): Promise<void> {
  const deadline = performance.now() + HEALTH_PATIENCE_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(HEALTH_EVERY_MS);
  }
  throw new Error(`${base} did not answer within ${HEALTH_PATIENCE_MS / 1000} s:\n${lastWords()}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
