import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { IS_SOAK } from "@goaltrace/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node@24.21.0"];
const LIMIT_MS = 180_000;

/** The scored scenarios of the requirements of both revisions; the others are extensions that this client does not offer. */
const BOTH = [
  ...[
    "tools_call",
    "auth/metadata-default",
    "auth/metadata-var1",
    "auth/metadata-var2",
    "auth/metadata-var3",
  ],
  ...["auth/basic-cimd", "auth/scope-from-www-authenticate", "auth/scope-from-scopes-supported"],
  ...["auth/scope-omitted-when-undefined", "auth/scope-step-up", "auth/scope-retry-limit"],
  ...["auth/token-endpoint-auth-basic", "auth/token-endpoint-auth-post", "auth/token-endpoint-auth-none"],
  "auth/pre-registration",
];
const SCENARIOS = {
  "2025-11-25": [...BOTH, "initialize", "elicitation-sep1034-client-defaults", "sse-retry"],
  "2026-07-28": [
    ...BOTH,
    ...["request-metadata", "auth/resource-mismatch", "auth/offline-access-scope"],
    ...["auth/offline-access-not-supported", "auth/authorization-server-migration", "auth/iss-supported"],
    ...["auth/iss-not-advertised", "auth/iss-supported-missing", "auth/iss-wrong-issuer"],
    ...["auth/iss-unexpected", "auth/iss-normalized", "auth/metadata-issuer-mismatch"],
    ...["sep-2322-client-request-state", "http-standard-headers", "http-custom-headers"],
    ...["http-invalid-tool-headers", "json-schema-ref-no-deref"],
  ],
};

/** In soak only: it downloads the official suite and a Node that the suite needs. */
describe.runIf(IS_SOAK)("the official conformance suite", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "goaltrace-conformance-"));
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...PACKAGES]);
  }, LIMIT_MS);
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const client = path.join(import.meta.dirname, "testing/conformance-client.ts");
  const cases = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
    scenarios.map((scenario) => ({ revision, scenario })),
  );

  // One after the other: the suite expects an answer within seconds, which a machine full of clients does not give.
  it.each(cases)(
    "passes $scenario of $revision",
    async ({ revision, scenario }) => {
      const bin = path.join(folder, "node_modules");
      const { stdout, stderr } = await run(
        path.join(bin, "node/bin/node"),
        [
          ...[path.join(bin, "@modelcontextprotocol/conformance/dist/index.js"), "client"],
          ...["--command", `${process.execPath} --import ${loader} ${client}`, "--scenario", scenario],
          ...["--spec-version", revision, "--timeout", "120000"],
        ],
        { cwd: folder, maxBuffer: 32 * 1024 * 1024 },
      );
      // The suite prints its verdict where warnings go.
      expect(stdout + stderr).toContain("OVERALL: PASSED");
    },
    LIMIT_MS,
  );
});
