import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { toFailure } from "@goaltrace/core";
import { modelsFromEnvironment } from "@goaltrace/core/openai";
import { createDatabase } from "@goaltrace/db";
import { type Environment, openDatabase, readEnvironment } from "@goaltrace/host/process";
import { checkSearch, createSandbox, listServerStates, readWebSettings } from "@goaltrace/tools";
import { defineCommand } from "citty";
import { checkServers } from "../doctor/check-servers.ts";
import type { Finding } from "../doctor/finding.ts";
import { EXIT } from "../exit-codes.ts";

const DISK_FLOOR_BYTES = 1_000_000_000;
const CLOCK_TOLERANCE_MS = 2_000;
const MODEL_TIMEOUT_MS = 5_000;

/** `goaltrace doctor`: checks this installation and explains how to fix each problem. Exit code 1 when a check failed. */
export const doctorCommand = defineCommand({
  meta: {
    name: "doctor",
    description:
      "Check the database, models, disk, clock, sandbox, language servers, web search and MCP servers",
  },
  args: {
    json: { type: "boolean", description: "Print JSON" },
    folder: { type: "string", description: "Project folder (default: the current folder)" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  async run({ args }) {
    const environment = readEnvironment();
    const database = await checkDatabase(environment);
    const hasDatabase = database.every(({ state }) => state !== "failed");
    const findings = [
      checkNode(),
      ...database,
      ...(await checkModels(environment)),
      await checkDisk(environment),
      await checkSandbox(),
      await checkLanguageServers(environment),
      ...(await checkWebSearch(environment)),
      ...(hasDatabase ? await checkServersIfPossible(args) : []),
    ];
    if (args.json === true) console.log(JSON.stringify(findings, null, 2));
    else
      for (const { what: subject, state, detail, fix } of findings)
        console.log(
          `${state === "ok" ? "✓" : state === "warn" ? "!" : "✗"} ${subject}: ${detail}${fix === undefined ? "" : `\n    ${fix}`}`,
        );
    if (findings.some((finding) => finding.state === "failed")) process.exitCode = EXIT.failed;
  },
});

/** A problem that keeps the runtime from opening is a finding like any other, and the others are still shown. */
async function checkServersIfPossible(args: Parameters<typeof checkServers>[0]): Promise<readonly Finding[]> {
  try {
    return await checkServers(args);
  } catch (thrown) {
    const { message, fix } = toFailure(thrown);
    return [{ what: "MCP servers", state: "failed", detail: `not checked: ${message}`, fix }];
  }
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const good = major > 20 || (major === 20 && minor >= 19);
  return good
    ? { what: "node", state: "ok", detail: process.version }
    : { what: "node", state: "failed", detail: process.version, fix: "Install Node 20.19 or newer." };
}

async function checkDatabase(environment: Environment): Promise<readonly Finding[]> {
  try {
    const database = createDatabase(await openDatabase(environment));
    try {
      const { rows } = await database.pool.query<{ version: string; now: Date; extensions: string[] }>(
        "select current_setting('server_version') as version, now() as now, array(select name::text from pg_available_extensions where name in ('pg_trgm', 'vector')) as extensions",
      );
      const row = rows[0];
      const drift = Math.abs((row?.now.getTime() ?? 0) - Date.now());
      const old = Number.parseInt(row?.version ?? "0", 10) < 15;
      return [
        old
          ? {
              what: "database",
              state: "failed",
              detail: `PostgreSQL ${row?.version}`,
              fix: "Use PostgreSQL 15 or newer.",
            }
          : {
              what: "database",
              state: "ok",
              detail: `PostgreSQL ${row?.version}${environment.databaseUrl === null ? ", embedded" : ""}`,
            },
        {
          what: "extensions",
          state: "ok",
          detail: row?.extensions.join(", ") || "pg_trgm and vector are not available",
        },
        drift > CLOCK_TOLERANCE_MS
          ? {
              what: "clock",
              state: "warn",
              detail: `differs from the database by ${drift} ms`,
              fix: "Synchronize both machines with a time server: leases depend on it.",
            }
          : { what: "clock", state: "ok", detail: `differs from the database by ${drift} ms` },
      ];
    } finally {
      await database.close();
    }
  } catch (thrown) {
    return [
      {
        what: "database",
        state: "failed",
        detail: toFailure(thrown).message,
        fix:
          environment.databaseUrl === null
            ? `See ${environment.home}/database/postgres.log.`
            : "Check that DATABASE_URL is correct and the server is running.",
      },
    ];
  }
}

async function checkModels(environment: Environment): Promise<readonly Finding[]> {
  const models = modelsFromEnvironment(environment.modelVariables);
  if (models.length === 0)
    return [
      {
        what: "models",
        state: "warn",
        detail: "none configured in the environment",
        fix: "Set OPENAI_API_KEY, OPENAI_BASE_URL and GOALTRACE_MODEL, or add a model under Settings, Models.",
      },
    ];
  return await Promise.all(
    models.map(async ({ profile, baseUrl, apiKey }): Promise<Finding> => {
      const what = `model ${profile.reference}`;
      try {
        const response = await fetch(`${baseUrl}/models`, {
          headers: { authorization: `Bearer ${apiKey}` },
          signal: AbortSignal.timeout(MODEL_TIMEOUT_MS),
        });
        if (response.ok) return { what, state: "ok", detail: `${baseUrl} responds` };
        return {
          what,
          state: response.status === 401 ? "failed" : "warn",
          detail: `${baseUrl} responds with status ${response.status}`,
          fix:
            response.status === 401
              ? "Set OPENAI_API_KEY to a valid key."
              : "Some servers do not list their models. Start a run to check.",
        };
      } catch (thrown) {
        return {
          what,
          state: "failed",
          detail: `Can't reach ${baseUrl}: ${toFailure(thrown).message}`,
          fix: "Check OPENAI_BASE_URL and that the server is running.",
        };
      }
    }),
  );
}

/** Tries the sandbox: only a trial shows what it blocks. */
async function checkSandbox(): Promise<Finding> {
  const what = "sandbox";
  const report = await createSandbox().report();
  switch (report.strength) {
    case "enforcing":
      return { what, state: "ok", detail: "keeps secrets, files, network and processes from commands" };
    case "partial":
      return {
        what,
        state: "warn",
        detail: `does not keep ${report.open.join(", ")} from commands`,
        fix: SANDBOX_FIX,
      };
    case "none":
      return { what, state: "warn", detail: `none: ${report.reason}`, fix: SANDBOX_FIX };
  }
}

const SANDBOX_FIX =
  "Without it, commands ask a person first. Install bubblewrap (apt-get install bubblewrap) and allow user namespaces.";

/** A language server that is missing is a fact, not a problem: it is installed when a run first needs it. */
async function checkLanguageServers({ home, secretVariables }: Environment): Promise<Finding> {
  const states = await listServerStates({
    folder: join(home, "language-servers"),
    variables: secretVariables,
  });
  const words = { installed: "installed", missing: "installed on first use", absent: "not on this machine" };
  return {
    what: "language servers",
    state: "ok",
    detail: states.map(({ name, state }) => `${name} (${words[state]})`).join(", "),
  };
}

async function checkWebSearch({ secretVariables }: Environment): Promise<readonly Finding[]> {
  const what = "web search";
  try {
    const checked = await checkSearch(readWebSettings(secretVariables));
    if (checked === null)
      return [{ what, state: "ok", detail: "none for all workspaces; each can choose one in Settings, Web" }];
    const { label, problem } = checked;
    return problem === null
      ? [{ what, state: "ok", detail: `${label} answers` }]
      : [
          {
            what,
            state: "warn",
            detail: problem,
            fix: "Check GOALTRACE_SEARCH_KEY and GOALTRACE_SEARCH_URL.",
          },
        ];
  } catch (thrown) {
    const { message } = toFailure(thrown);
    return [{ what, state: "failed", detail: message, fix: "See .env.example." }];
  }
}

async function checkDisk(environment: Environment): Promise<Finding> {
  const { bavail, bsize } = await statfs(environment.home).catch(() => ({ bavail: 0, bsize: 0 }));
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free at ${environment.home}`;
  return free > DISK_FLOOR_BYTES
    ? { what: "disk", state: "ok", detail }
    : {
        what: "disk",
        state: "warn",
        detail,
        fix: "Free up at least 1 GB: the database stops when the disk is full.",
      };
}
