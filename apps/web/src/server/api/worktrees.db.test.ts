import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import type { Entry } from "@goaltrace/core/log";
import { createOneCallModel } from "@goaltrace/core/testing";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const MODEL = "worktrees";
const DEATH = "the process died";

let world: AccessWorld;
let folder: string;
const git = (...command: readonly string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Mira", "-c", "user.email=m@example.com", ...command], {
    encoding: "utf8",
  });

beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "goaltrace-worktrees-")));
  git("init", "-q");
  await writeFile(path.join(folder, "old.txt"), "old\n");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  await writeFile(path.join(folder, "dirty.txt"), "not committed\n");
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (id: string, name: string, input: object): { id: string; name: string; arguments: string } => ({
  ...{ id, name, arguments: JSON.stringify(input) },
});

/** The root starts two agents side by side; each writes a file of its own and one that both want. */
function callsFor(body: string): readonly ReturnType<typeof call>[] {
  const agent = /"content":"Be agent (one|two)/u.exec(body)?.[1];
  if (agent === undefined)
    return body.includes('"role":"tool"')
      ? []
      : ["one", "two"].map((name) =>
          call(`t-${name}`, "task", { prompt: `Be agent ${name}`, isolated: true }),
        );
  const results = body.split('"role":"tool"').length - 1;
  const next = [`${agent}.txt`, "both.txt"][results];
  return next === undefined
    ? []
    : [call(`w${String(results)}`, "write_file", { path: next, content: `${agent}\n` })];
}

const scopeOf = () => ({ workspaceId: world.slugs.ours, personId: world.person("member").id });

async function startRun(): Promise<string> {
  const { trace, entries, blobs } = newRun(
    {
      ...{ scope: scopeOf(), conversationId: null, text: "Build", agent: generalAgent, models: [MODEL] },
      ...{ projectFolder: folder, origin: null },
    },
    { ...world.runtime, redactor: createNoRedactor() },
  );
  await world.database.traces.create(scopeOf(), trace, entries, blobs);
  return trace.id;
}

/** Executes the run as a process of its own, which dies where it would store what `dies` is true for. */
async function work(
  only: string,
  dies: (entry: Entry) => boolean = () => false,
): Promise<string | undefined> {
  const model = createOneCallModel("write_file");
  const empty = { reasoning: "", usage: null, firstTokenMs: null };
  const client: typeof model = {
    ...model,
    attempt: async ({ body }) => {
      const toolCalls = callsFor(body);
      const text = toolCalls.length === 0 ? "Done." : "";
      return {
        ok: true,
        answer: { ...empty, text, toolCalls, finishReason: text === "" ? "tool_calls" : "stop" },
      };
    },
  };
  const runtime = await openWorker(world, {
    forbiddenFolders: [world.runtime.home],
    policy: { mode: "auto", rules: [] },
    modelSources: [async (_, reference) => (reference === MODEL ? client : undefined)],
  });
  let isDead = false;
  const traces: typeof runtime.ports.traces = {
    ...runtime.ports.traces,
    append: async (batch) => {
      isDead ||= batch.entries.some(dies);
      if (isDead) throw new Error(DEATH);
      await runtime.ports.traces.append(batch);
    },
  };
  try {
    while (!isDead) {
      const claimed = await traces.claim({ owner: "test", leaseMs: 60_000, only });
      if (claimed === undefined) break;
      await executeClaimedTrace({
        ...{ ...claimed, ports: { ...runtime.ports, traces }, live: runtime.database.live },
        release: new AbortController().signal,
      }).catch((thrown: unknown) => {
        if (!String(thrown).includes(DEATH)) throw thrown;
      });
      await traces.release(claimed.lease);
    }
  } finally {
    await runtime.close();
  }
  return (await world.database.traces.get(scopeOf(), only))?.status;
}

const list = async () => (await readdir(folder)).filter((name) => name !== ".git").sort();

it("merges the worktrees of two agents once although a process dies meanwhile, names the conflict, and undoes everything", async () => {
  const traceId = await startRun();
  const isMerge = (entry: Entry): boolean => entry.kind === "event" && entry.type === "child.merged";
  expect(await work(traceId, isMerge)).not.toBe("completed");
  expect(await work(traceId)).toBe("completed");
  expect(await list()).toEqual(["both.txt", "dirty.txt", "old.txt", "one.txt", "two.txt"]);
  const log = await world.database.traces.entries(scopeOf(), traceId, { after: 0 });
  const merges = log.flatMap((entry) =>
    entry.kind === "event" && entry.type === "child.merged" ? [entry] : [],
  );
  expect(merges.map(({ data }) => data.merged).toSorted()).toEqual([1, 2]);
  const conflict = merges.find(({ data }) => data.files.length > 0);
  expect(conflict?.data.files).toMatchObject([{ path: "both.txt", outcome: "conflict" }]);

  const winner = (await readFile(path.join(folder, "both.txt"), "utf8")).trim();
  const loser = winner === "one" ? "two" : "one";
  const at = { workspace: world.slugs.ours, id: traceId, sequence: conflict?.sequence ?? 0, offset: 0 };
  const inspect = world.caller("member").traceInspect;
  expect((await inspect.mergeText({ ...at, file: 0 })).text).toBe(`${loser}\n`);
  expect((await inspect.mergeText({ ...at, file: null })).text).toContain(`+${loser}`);
  await expect(inspect.mergeText({ ...at, file: 1 })).rejects.toThrow("not stored");
  const results = log.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
  );
  expect(results.filter((text) => /- both\.txt \([0-9a-f]{16}\)/u.test(text))).toHaveLength(1);

  // Nothing is left of the worktrees.
  expect(await readdir(path.join(world.runtime.home, "worktrees"))).toEqual([]);
  expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);

  const undone = await world.caller("member").runs.undoFiles({ workspace: world.slugs.ours, traceId });
  expect(undone.paths.map(({ path: name, outcome }) => `${name} ${outcome}`)).toEqual([
    "both.txt reverted",
    "one.txt reverted",
    "two.txt reverted",
  ]);
  expect(await list()).toEqual(["dirty.txt", "old.txt"]);
});
