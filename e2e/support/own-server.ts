import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, rm } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test as shared } from "@playwright/test";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { createOwnDatabase } from "../../scripts/lib/own-database.mjs";
import { type Server, variablesOf } from "./server.ts";

const START_MS = 180_000;
const HEALTH_EVERY_MS = 100;

/** A server that a spec has for itself, and may break. */
export type OwnServer = Server & {
  readonly address: string;
  readonly owner: { readonly email: string; readonly password: string };
};

/** Tests whose pages are those of a server of their own, started by `npm start` for the tests of one file and stopped behind them. */
export const test = shared.extend<object, { server: OwnServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const given = process.env.DATABASE_URL;
      const database = given ? await createOwnDatabase(given) : undefined;
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
      ...variablesOf(server),
      HOST: "127.0.0.1",
      PORT: new URL(address).port,
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
    await untilHealthy(`${address}/health`, child);
  } catch (thrown) {
    await stop();
    throw new Error(`The server did not start; ${log} says why.`, { cause: thrown });
  }
  return { stop };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const patience = AbortSignal.timeout(START_MS);
  while (!patience.aborted && !hasEnded(child)) {
    const answer = await fetch(url, { signal: patience }).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(HEALTH_EVERY_MS);
  }
  throw new Error(hasEnded(child) ? "It ended." : `${url} did not answer.`);
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
