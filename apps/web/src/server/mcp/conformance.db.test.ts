import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { IS_SOAK } from "@goaltrace/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessWorld, createAccessWorld } from "../testing/access-world.ts";
import { handleMcp } from "./handle-mcp.ts";

const run = promisify(execFile);
const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node@24.21.0"];
const LIMIT_MS = 180_000;

/** The scenarios about what this server offers: tools without a session. The others need prompts, resources, or tools made for the suite. */
const SCENARIOS = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "tools-call-error", "dns-rebinding-protection"],
  "2026-07-28": [
    ...["server-stateless", "tools-list", "tools-call-error", "dns-rebinding-protection"],
    ...["http-header-validation", "server-sse-multiple-streams", "input-required-result-unsupported-methods"],
  ],
};
const cases = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
  scenarios.map((scenario) => ({ revision, scenario })),
);
/** How the suite says that a check needs a tool made for it, or a stream of changes, which a server whose tools never change does not hold open. */
const NOT_OFFERED =
  /Not testable|test_missing_capability|subscriptions\/acknowledged|subscriptions\/listen stream/u;

/** In soak only: it downloads the official suite and a Node that the suite needs. */
describe.runIf(IS_SOAK)("the official conformance suite, against our server", () => {
  let [folder, url, key] = ["", "", ""];
  let world: AccessWorld;
  let server: Server;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    key = await world.makeKey("owner", ["read", "run"]);
    folder = await mkdtemp(path.join(tmpdir(), "goaltrace-conformance-"));
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...PACKAGES]);
    server = createServer((incoming, response) => {
      void toRequest(incoming, key)
        .then(async (request) => await handleMcp(request, world.runtime))
        .then(async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          for await (const part of answer.body ?? []) response.write(part);
          response.end();
        })
        .catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : 0)}/api/mcp`;
  }, LIMIT_MS);
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(cases)(
    "passes $scenario of $revision",
    async ({ revision, scenario }) => {
      const bin = path.join(folder, "node_modules");
      const suite = path.join(bin, "@modelcontextprotocol/conformance/dist/index.js");
      const { stdout } = await run(
        path.join(bin, "node/bin/node"),
        [suite, "server", "--url", url, "--scenario", scenario, "--spec-version", revision],
        { cwd: folder, maxBuffer: 32 * 1024 * 1024 },
      ).catch((thrown: unknown) => ({ stdout: stdoutOf(thrown) }));
      expect(stdout).toMatch(/Passed: [1-9]/u);
      const failed = [...stdout.matchAll(/^\s*Error: (.+)$/gmu)].map(([, reason]) => reason ?? "");
      expect(failed.filter((reason) => !NOT_OFFERED.test(reason))).toEqual([]);
      if (scenario !== "server-stateless") expect(failed).toEqual([]);
    },
    LIMIT_MS,
  );
});

/** The suite has no option for a key, so this server adds one. */
async function toRequest(incoming: IncomingMessage, key: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const { host = "", ...headers } = incoming.headers;
  const given = new Headers({ host, authorization: `Bearer ${key}` });
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") given.set(name, value);
  return new Request(`http://127.0.0.1${incoming.url ?? ""}`, {
    method: incoming.method ?? "GET",
    headers: given,
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
}

/** The output of a program that reported failed checks. */
function stdoutOf(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "stdout" in thrown ? String(thrown.stdout) : "";
}
