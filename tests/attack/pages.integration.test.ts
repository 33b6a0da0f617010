import { once } from "node:events";
import { connect } from "node:net";
import { createDatabase, type Database } from "@goaltrace/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWNER, ownerPlace } from "../../bench/bench-owner.ts";
import { startWebServers, type WebServers } from "../../bench/web-server.ts";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { HAS_CORPORA, readCorpora, spreadStrings } from "./corpora.ts";
import { addressPatterns, pageInputs, parameterNames } from "./page-inputs.ts";
import { newReport, printReport, sendAttack } from "./send-attack.ts";
import { countRows, rowChanges } from "./world-state.ts";

const TIMEOUT_MS = 3_600_000;
const MAX_ANSWER_MS = 30_000;

/** Opens a connection that sends only the beginning of a request. `closed` resolves when the server ends it. */
function openHalf(base: string, beginning: string): { readonly closed: Promise<unknown> } {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(beginning);
  socket.on("error", () => undefined).resume();
  return { closed: once(socket, "close") };
}

const PATTERNS = HAS_CORPORA ? await addressPatterns() : [];

/** Against the production build, which answers as a whole: with the headers and the error pages of Next. Each address is a test, so that a part of them can run. */
describe.skipIf(!HAS_CORPORA)("hostile texts in addresses", () => {
  const url = process.env.DATABASE_URL ?? "";
  let servers: WebServers;
  let database: Database;
  let base = "";
  let cookie = "";
  beforeAll(async () => {
    await ensureBuilt();
    servers = await startWebServers({ appFolder: inCheckout(), databaseUrl: url }, 1);
    database = createDatabase(url);
    base = servers.bases[0] ?? "";
    const signedIn = await fetch(`${base}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body: JSON.stringify(OWNER),
    });
    cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  }, TIMEOUT_MS);
  afterAll(async () => {
    await servers?.stop();
    await database?.close();
  });

  it.each(PATTERNS)(
    "open without a server error, an effect or a reflection: %s",
    async (pattern) => {
      expect(cookie).not.toBe("");
      const { slug } = await ownerPlace(database);
      const attack = await readCorpora();
      const names = await parameterNames();
      const server = { base, cookie, parts: { workspace: slug } };
      const inputs = PATTERNS.flatMap((other) =>
        pageInputs(server, other, names).map((input) => ({ input, other })),
      );
      const spread = spreadStrings(attack, inputs.length);
      const before = await countRows(database.pool);
      const report = newReport(base);
      for (const [index, { input, other }] of inputs.entries())
        if (other === pattern) await sendAttack(input, spread[index] ?? [], report);
      printReport(report, `${attack.source}, ${pattern} of ${PATTERNS.length} addresses`);
      expect(report.faults.slice(0, 40)).toEqual([]);
      expect(rowChanges(before, await countRows(database.pool))).toEqual({});
      expect(report.slowestMs, report.slowestInput).toBeLessThan(MAX_ANSWER_MS);
    },
    TIMEOUT_MS,
  );

  it(
    "do not wait for half a request",
    async () => {
      const halfOpen = ["", "GET / HTTP/1.1\r\nhost: a"].map((beginning) => openHalf(base, beginning));
      for (const socket of halfOpen) await socket.closed;
    },
    TIMEOUT_MS,
  );
});
