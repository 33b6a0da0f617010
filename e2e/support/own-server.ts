import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test as shared } from "@playwright/test";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { createOwnDatabase } from "../../scripts/lib/own-database.mjs";
import { type Server, serverVariables } from "./server.ts";

const START_MS = 400_000;
const HEALTH_INTERVAL_MS = 100;

/** A server that only one spec uses, and which it may break. */
export type OwnServer = Server & {
  readonly address: string;
  readonly owner: { readonly email: string; readonly password: string };
};

/** The test function with a separate server, started by `npm start` for the tests of one file and stopped afterwards. */
export const test = shared.extend<object, { server: OwnServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const sharedUrl = process.env.DATABASE_URL;
      const database = sharedUrl ? await createOwnDatabase(sharedUrl) : undefined;
      const server = await describeServer(database?.url);
      const running = await start(server);
      try {
        await use(server);
      } finally {
        await running.stop();
        await database?.remove();
      }
    },
    { scope: "worker", timeout: START_MS },
  ],
  baseURL: async ({ server }, use) => await use(server.address),
});

async function describeServer(databaseUrl: string | undefined): Promise<OwnServer> {
  const home = inCheckout(".data-e2e-own");
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const address = `http://127.0.0.1:${await freePort()}`;
  const owner = { email: "breaker@example.com", password: "sturdy horse battery" };
  return { home, databaseUrl, address, owner };
}

async function start(server: OwnServer): Promise<{ stop(): Promise<void> }> {
  const { home, address, owner } = server;
  const log = path.join(home, "server.log");
  const output = await open(log, "a");
  const child = spawn(process.execPath, [inCheckout("scripts/start.mjs")], {
    env: {
      ...serverVariables(server),
      HOST: "127.0.0.1",
      PORT: new URL(address).port,
      GOALTRACE_FOLDER_ROOTS: tmpdir(),
      GOALTRACE_DEMO_STAGE_MS: "0",
      GOALTRACE_ADMIN_EMAIL: owner.email,
      GOALTRACE_ADMIN_PASSWORD: owner.password,
    },
    stdio: ["ignore", output.fd, output.fd],
  });
  await output.close();
  const stop = async (): Promise<void> => {
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await waitUntilHealthy(`${address}/health`, child);
  } catch (thrown) {
    await stop();
    throw new Error(`The server did not start. See ${log}.`, { cause: thrown });
  }
  return { stop };
}

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  const timeout = AbortSignal.timeout(START_MS);
  while (!timeout.aborted && !hasEnded(child)) {
    const response = await fetch(url, { signal: timeout }).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(HEALTH_INTERVAL_MS);
  }
  throw new Error(hasEnded(child) ? "The process exited." : `${url} did not respond.`);
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
