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

/** The scenarios that both revisions require of a server. */
const BOTH = [
  ...["completion-complete", "tools-list", "tools-call-simple-text", "tools-call-image", "tools-call-audio"],
  ...["tools-call-embedded-resource", "tools-call-mixed-content", "tools-call-error"],
  ...["tools-call-with-progress", "server-sse-multiple-streams", "resources-list", "resources-read-text"],
  ...["resources-read-binary", "resources-templates-read", "prompts-list", "prompts-get-simple"],
  ...["prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"],
  "dns-rebinding-protection",
];
/** The required scenarios of each revision, and those that the suite runs besides and that concern this server. */
const SCENARIOS = {
  "2025-11-25": [
    ...BOTH,
    ...["server-initialize", "logging-set-level", "ping", "tools-call-with-logging", "tools-call-sampling"],
    ...["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
    ...["resources-subscribe", "resources-unsubscribe"],
  ],
  "2026-07-28": [
    ...BOTH,
    ...["server-stateless", "sep-2164-resource-not-found", "caching", "http-header-validation"],
    ...[
      ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state"],
      ...["multiple-input-requests", "multi-round", "missing-input-response", "non-tool-request"],
      ...["result-type", "unsupported-methods", "tampered-state", "capability-check"],
      ...["ignore-extra-params", "validate-input"],
    ].map((name) => `input-required-result-${name}`),
  ],
};
const cases = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
  scenarios.map((scenario) => ({ revision, scenario })),
);
/** Failures of both revisions: they need prompts, resources, completion, or tools that the suite's own example server has. */
const NOT_OFFERED_IN_BOTH = [
  ...["completion-complete", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource"],
  ...["tools-call-mixed-content", "tools-call-with-progress", "resources-list", "resources-read-text"],
  ...["resources-read-binary", "resources-templates-read", "prompts-list", "prompts-get-simple"],
  ...["prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"],
];
/**
 * The scenarios that cannot pass; those of one revision need logging, subscriptions to resources, or calls that ask the client something, and that
 * of several streams a session. A scenario that passes all the same must leave this list.
 */
const NOT_OFFERED: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    ...NOT_OFFERED_IN_BOTH,
    ...["server-sse-multiple-streams", "logging-set-level", "tools-call-with-logging", "tools-call-sampling"],
    ...["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
    ...["resources-subscribe", "resources-unsubscribe"],
  ],
  "2026-07-28": [
    ...NOT_OFFERED_IN_BOTH,
    "caching",
    ...[
      ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state"],
      ...["multiple-input-requests", "multi-round", "non-tool-request", "result-type", "tampered-state"],
      "capability-check",
    ].map((name) => `input-required-result-${name}`),
  ],
};
/** How the suite says that a check of `server-stateless` needs a tool made for it. */
const NEEDS_ITS_TOOL = /Not testable|test_missing_capability/u;

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
    "passes or fails $scenario of $revision as listed",
    async ({ revision, scenario }) => {
      const bin = path.join(folder, "node_modules");
      const suite = path.join(bin, "@modelcontextprotocol/conformance/dist/index.js");
      const printed = await run(
        path.join(bin, "node/bin/node"),
        [suite, "server", "--url", url, "--scenario", scenario, "--spec-version", revision],
        { cwd: folder, maxBuffer: 32 * 1024 * 1024 },
      ).then(({ stdout, stderr }) => stdout + stderr, outputOf);
      const failed = [...printed.matchAll(/^\s*Error: (.+)$/gmu)].map(([, reason]) => reason ?? "");
      const counted = failed.filter(
        (reason) => scenario !== "server-stateless" || !NEEDS_ITS_TOOL.test(reason),
      );
      const hasPassed = /Passed: [1-9]/u.test(printed) && counted.length === 0;
      expect({ hasPassed, counted }, printed).toMatchObject(
        NOT_OFFERED[revision]?.includes(scenario) === true
          ? { hasPassed: false }
          : { hasPassed: true, counted: [] },
      );
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
function outputOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null || !("stdout" in thrown) || !("stderr" in thrown))
    return "";
  return String(thrown.stdout) + String(thrown.stderr);
}
