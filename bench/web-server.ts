import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/lib/free-port.mjs";
import { webParameters } from "../scripts/lib/web-parameters.mjs";
import { OWNER } from "./bench-owner.ts";

const HEALTH_EVERY_MS = 200;
const HEALTH_TIMEOUT_MS = 300_000;
/** Characters of a failed server's output that are shown. */
const LAST_OUTPUT_CHARACTERS = 2_000;

/** Production servers over one database, as behind a load balancer. */
export type WebServers = {
  /** Base URLs without a trailing slash, one per process. */
  readonly bases: readonly string[];
  /** Their process ids, in the same order. */
  readonly pids: readonly number[];
  /** Kills a process with SIGKILL and starts it again on its port; resolves when it responds. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
};

export type WebServerOptions = {
  readonly appFolder: string;
  readonly databaseUrl: string;
  /** Further environment variables. Default: none. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Receives what the processes print. Default: nothing does. */
  readonly onOutput?: (piece: string) => void;
};

/** Returns why the built application in `appFolder` cannot be measured; null when it can. */
export function missingBuild(appFolder: string): string | null {
  const isBuilt = existsSync(path.join(appFolder, "apps/web/.next/BUILD_ID"));
  return isBuilt ? null : `no production build in ${appFolder} (npm run build, or --app FOLDER)`;
}

/**
 * Starts `count` web processes of the build in `appFolder` on free ports, with a temporary home folder. The first process creates the
 * owner's account. Errors: when a process does not respond within two minutes, with its last output.
 */
export async function startWebServers(
  { appFolder, databaseUrl, variables = {}, onOutput = () => undefined }: WebServerOptions,
  count: number,
): Promise<WebServers> {
  const home = await mkdtemp(path.join(os.tmpdir(), "goaltrace-bench-home-"));
  const children: ChildProcess[] = [];
  const killAll = (): void => children.forEach((child) => void child.kill("SIGKILL"));
  process.once("exit", killAll);
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopProcess));
    process.off("exit", killAll);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const ports: number[] = [];
    const start = async (index: number): Promise<void> => {
      const port = ports[index] ?? 0;
      const { child, lastOutput } = startNext({ appFolder, databaseUrl, variables, onOutput, home, port });
      children[index] = child;
      await untilHealthy(baseOf(port), lastOutput);
    };
    for (let index = 0; index < count; index += 1) {
      ports.push(await freePort());
      await start(index);
    }
    return {
      bases: ports.map(baseOf),
      get pids() {
        return children.map(({ pid = 0 }) => pid);
      },
      restart: async (index) => {
        const child = children[index];
        if (child !== undefined) await stopProcess(child);
        await start(index);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startNext(options: Required<WebServerOptions> & { readonly home: string; readonly port: number }): {
  readonly child: ChildProcess;
  lastOutput(): string;
} {
  const { appFolder, databaseUrl, home, port } = options;
  const next = path.join(appFolder, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, ...webParameters("start", { port, host: "127.0.0.1" })], {
    cwd: path.join(appFolder, "apps/web"),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...options.variables,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      GOALTRACE_HOME: home,
      GOALTRACE_ADMIN_EMAIL: OWNER.email,
      GOALTRACE_ADMIN_PASSWORD: OWNER.password,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
  });
  let output = "";
  const collect = (chunk: unknown): void => {
    output = `${output}${String(chunk)}`.slice(-LAST_OUTPUT_CHARACTERS);
    options.onOutput(String(chunk));
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return { child, lastOutput: () => output };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // Measured streams may be open; a server used only for measurements has nothing to save.
  child.kill("SIGKILL");
  await ended;
}

async function untilHealthy(base: string, lastOutput: () => string): Promise<void> {
  const deadline = performance.now() + HEALTH_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(HEALTH_EVERY_MS);
  }
  throw new Error(`${base} did not respond within ${HEALTH_TIMEOUT_MS / 1000} s:\n${lastOutput()}`);
}

function baseOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
