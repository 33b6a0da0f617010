import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRun } from "@goaltrace/core/testing";
import { createDatabase } from "@goaltrace/db";
import { createMcpManager, createSandbox, openVault } from "@goaltrace/tools";
import { createManagedServers } from "../packages/host/src/mcp/managed-servers.ts";
import { createMcpAdmin } from "../packages/host/src/mcp/mcp-admin.ts";
import { createReadServerTools } from "../packages/host/src/mcp/run-tools.ts";
import { createMemorySignIn } from "../packages/host/src/mcp/testing/memory-sign-in.ts";
import type { Benchmark } from "./benchmark.ts";
import { atMost, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { databasePlace } from "./product-run.ts";

const PROGRAM = fileURLToPath(new URL("../packages/tools/src/mcp/testing/server.mjs", import.meta.url));
const SERVERS = 20;
const MEASURED = "s00";
/** The programs of three servers after their tools were approved: one ends at once, one never answers, one writes lines that are not messages. */
const BROKEN: Readonly<Record<string, string>> = {
  s17: "process.exit(3);",
  s18: "setInterval(() => undefined, 1_000);",
  s19: 'setInterval(() => process.stdout.write("no message\\n"), 5);',
};

/** Measures what 20 MCP servers, three of them broken, cost the start of a run and its first call of a tool, beside a workspace without the other 19. */
export const servers: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const base = await mkdtemp(path.join(tmpdir(), "goaltrace-bench-servers-"));
  try {
    const vault = await openVault({ home: "", secret: "b".repeat(64) });
    const world = async (names: readonly string[]): Promise<World> =>
      await openWorld({ database, vault, folder: path.join(base, String(names.length)), names });
    const alone = await world([MEASURED]);
    const many = await world(
      Array.from({ length: SERVERS }, (_, index) => `s${String(index).padStart(2, "0")}`),
    );
    const none = await world([]);
    const [starts, rounds] = quick ? [20, 2] : [400, 15];
    const startsOf = new Map<World, number[]>([none, many].map((one) => [one, []]));
    for (let round = 0; round < starts; round += 1)
      for (const [one, times] of startsOf) times.push(await one.start());
    const calls = new Map<World, number[]>([alone, many].map((one) => [one, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const [one, times] of calls) times.push(await one.firstCall());
    const [before, after] = [startsOf.get(none) ?? [], startsOf.get(many) ?? []];
    const [single, among] = [calls.get(alone) ?? [], calls.get(many) ?? []];
    return [
      plainFigure("tools of a run, no servers", "ms", median(before)),
      plainFigure(`tools of a run, ${SERVERS} servers`, "ms", median(after)),
      atMost(
        { what: `what ${SERVERS} servers add to a start`, unit: "ms", value: median(after) - median(before) },
        10,
        5,
      ),
      plainFigure("first call, one server", "ms", median(single)),
      plainFigure(`first call, ${SERVERS} servers, three broken ones called too`, "ms", median(among)),
      plainFigure("first call, slowest of these", "ms", quantile(among, 1)),
      atMost(
        {
          what: "first call among broken servers, to one server",
          unit: "×",
          value: median(among) / median(single),
        },
        1.5,
        1.2,
      ),
    ];
  } finally {
    await database.close();
    await rm(base, { recursive: true, force: true });
  }
};

type World = {
  /** The milliseconds that a run needs for its tools. */
  start(this: void): Promise<number>;
  /** The milliseconds of the first call of a process, which starts the server. Calls of broken servers run beside it. */
  firstCall(this: void): Promise<number>;
};

/** A workspace with these servers, whose tools were approved before the broken ones broke. */
async function openWorld({
  database,
  vault,
  folder,
  names,
}: {
  readonly database: ReturnType<typeof createDatabase>;
  readonly vault: Awaited<ReturnType<typeof openVault>>;
  readonly folder: string;
  readonly names: readonly string[];
}): Promise<World> {
  await mkdir(folder, { recursive: true });
  const { scope } = await databasePlace(database);
  const place = { workspaceId: scope.workspaceId, projectFolder: folder };
  const open = () => {
    let ids = 0;
    const manager = createMcpManager({
      machine: { sandbox: createSandbox(), variables: { PATH: process.env["PATH"] } },
      web: { privateHosts: new Set() },
      newId: () => `bench-${String((ids += 1))}`,
    });
    const logger = { warn: () => undefined };
    const signing = createMemorySignIn(vault);
    const files = { homeFile: null, forbiddenFolders: [], vault };
    const managed = createManagedServers(manager, database.mcp, { logger, signIn: signing.signIn });
    const parts = { ...signing, store: database.mcp, logger, files, servers: managed };
    return { manager, admin: createMcpAdmin(parts), readTools: createReadServerTools(parts) };
  };
  const { manager, admin, readTools } = open();
  for (const name of names) {
    const program = path.join(folder, `${name}.mjs`);
    await copyFile(PROGRAM, program);
    await admin.save(scope, { name, settings: { command: process.execPath, args: [program, "good"] } });
    const { tools } = await admin.check(scope, { projectFolder: folder, name });
    const approved = tools.map(({ tool, digest }) => ({ tool, digest: digest ?? "" }));
    await admin.approve(scope, { projectFolder: folder, name, tools: approved });
    const broken = BROKEN[name];
    if (broken !== undefined) await writeFile(program, broken);
  }
  await manager.close();
  return {
    start: async () => {
      const startedAt = performance.now();
      await readTools(place);
      return performance.now() - startedAt;
    },
    firstCall: async () => {
      const fresh = open();
      try {
        const tools = await fresh.readTools(place);
        const call = async (server: string): Promise<unknown> => {
          const tool = tools.find(({ name }) => name === `${server}__echo`);
          return tool === undefined ? null : await createToolRun().call(tool, { text: "hello" });
        };
        const broken = Object.keys(BROKEN).map(call);
        const startedAt = performance.now();
        await call(MEASURED);
        const took = performance.now() - startedAt;
        void Promise.allSettled(broken);
        return took;
      } finally {
        await fresh.manager.close();
      }
    },
  };
}
