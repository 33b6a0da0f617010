import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRun } from "@goaltrace/core/testing";
import { createDatabase, type McpStore } from "@goaltrace/db";
import { createMcpManager, createSandbox, openVault } from "@goaltrace/tools";
import { createMcpStore } from "../packages/db/src/stores/mcp.ts";
import { createManagedServers } from "../packages/host/src/mcp/managed-servers.ts";
import { createMcpAdmin } from "../packages/host/src/mcp/mcp-admin.ts";
import { createReadServerTools } from "../packages/host/src/mcp/run-tools.ts";
import { createMemorySignIn } from "../packages/host/src/mcp/testing/memory-sign-in.ts";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { interval } from "./interval.ts";
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

/** As many that work, to tell what the start of three more processes costs from what their faults do. */
const WORKING = ["s01", "s02", "s03"];

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
    const [starts, rounds] = quick ? [20, 2] : [400, 25];
    const startsOf = [];
    for (let round = 0; round < starts; round += 1)
      startsOf.push({ none: await none.start(), many: await many.start() });
    const firstStarts = [];
    for (let round = 0; round < starts / 10; round += 1) firstStarts.push(await many.firstStart());
    const calls = [];
    for (let round = 0; round < rounds; round += 1)
      calls.push({
        alone: await alone.firstCall([]),
        many: await many.firstCall([]),
        working: await many.firstCall(WORKING),
        called: await many.firstCall(Object.keys(BROKEN)),
      });
    return [...startFigures(startsOf, firstStarts), ...callFigures(calls)];
  } finally {
    await database.close();
    await rm(base, { recursive: true, force: true });
  }
};

type Start = { readonly none: number; readonly many: number };

function startFigures(starts: readonly Start[], firstStarts: readonly number[]): readonly Figure[] {
  const added = (sample: readonly Start[]): number =>
    median(sample.map(({ many }) => many)) - median(sample.map(({ none }) => none));
  const [low, high] = interval(starts, added);
  return [
    plainFigure(
      `tools of a run, no servers (${starts.length} starts)`,
      "ms",
      median(starts.map(({ none }) => none)),
    ),
    plainFigure(`tools of a run, ${SERVERS} servers`, "ms", median(starts.map(({ many }) => many))),
    atMost({ what: `what ${SERVERS} servers add to a start`, unit: "ms", value: added(starts) }, 10, 5),
    plainFigure("low end of its 95 % interval", "ms", low),
    plainFigure("high end of its 95 % interval", "ms", high),
    plainFigure(`tools of the first run of a process, ${SERVERS} servers`, "ms", median(firstStarts)),
  ];
}

type Call = Readonly<Record<"alone" | "many" | "working" | "called", number>>;

function callFigures(calls: readonly Call[]): readonly Figure[] {
  const of = (key: keyof Call, sample = calls): number => median(sample.map((call) => call[key]));
  const ratio =
    (key: keyof Call, base: keyof Call = "alone") =>
    (sample: readonly Call[]) =>
      of(key, sample) / of(base, sample);
  const ends = (key: keyof Call, base?: keyof Call): readonly Figure[] => {
    const [low, high] = interval(calls, ratio(key, base));
    return [
      plainFigure("low end of its 95 % interval", "×", low),
      plainFigure("high end of its 95 % interval", "×", high),
    ];
  };
  const slowest = quantile(
    calls.map(({ called }) => called),
    1,
  );
  return [
    plainFigure(`first call, one server (${calls.length} calls)`, "ms", of("alone")),
    plainFigure(`first call, ${SERVERS} servers, three broken`, "ms", of("many")),
    atMost({ what: "the same, to one server", unit: "×", value: ratio("many")(calls) }, 1.5, 1.2),
    ...ends("many"),
    plainFigure("first call while the run calls three other working ones too", "ms", of("working")),
    plainFigure("the same, to one server, which starts alone", "×", ratio("working")(calls)),
    ...ends("working"),
    plainFigure("first call while the run calls the three broken ones too", "ms", of("called")),
    plainFigure("slowest of these", "ms", slowest),
    atMost(
      { what: "the same, to one server, which starts alone", unit: "×", value: ratio("called")(calls) },
      1.5,
      1.2,
    ),
    ...ends("called"),
    plainFigure("the same, to three working ones", "×", ratio("called", "working")(calls)),
    ...ends("called", "working"),
  ];
}

type World = {
  /** The milliseconds that a run needs for its tools. */
  start(this: void): Promise<number>;
  /** The same for a process that has read nothing of this workspace. */
  firstStart(this: void): Promise<number>;
  /** The milliseconds of the first call of a process, which starts the server. Calls of the servers `beside` begin just before it. */
  firstCall(this: void, beside: readonly string[]): Promise<number>;
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
  const open = (store: McpStore = database.mcp) => {
    let ids = 0;
    const manager = createMcpManager({
      machine: { sandbox: createSandbox(), variables: { PATH: process.env["PATH"] } },
      web: { privateHosts: new Set() },
      newId: () => `bench-${String((ids += 1))}`,
    });
    const logger = { warn: () => undefined };
    const signing = createMemorySignIn(vault);
    const files = { homeFile: null, forbiddenFolders: [], vault };
    const managed = createManagedServers(manager, store, { logger, signIn: signing.signIn });
    const parts = { ...signing, store, logger, files, servers: managed };
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
    firstStart: async () => {
      const fresh = open(createMcpStore(database.pool));
      const startedAt = performance.now();
      await fresh.readTools(place);
      const took = performance.now() - startedAt;
      await fresh.manager.close();
      return took;
    },
    firstCall: async (beside) => {
      const fresh = open();
      try {
        const tools = await fresh.readTools(place);
        const call = async (server: string): Promise<unknown> => {
          const tool = tools.find(({ name }) => name === `${server}__echo`);
          return tool === undefined ? null : await createToolRun().call(tool, { text: "hello" });
        };
        const others = beside.map(call);
        const startedAt = performance.now();
        await call(MEASURED);
        const took = performance.now() - startedAt;
        void Promise.allSettled(others);
        return took;
      } finally {
        await fresh.manager.close();
      }
    },
  };
}
