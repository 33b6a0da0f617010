import { expect } from "vitest";
import { presetAgents } from "../../src/agents/presets.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { Trace } from "../../src/log/trace.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { PermissionDecision, PermissionRequest } from "../../src/ports/permission.ts";
import type { Tool } from "../../src/ports/tool.ts";
import type { Worktrees } from "../../src/ports/worktrees.ts";
import { childTools } from "../../src/tools/log-tools.ts";
import { createToolSet } from "../../src/tools/tool-set.ts";
import { executeClaimedTrace } from "../../src/worker/index.ts";
import type { Reply, WireAnswer } from "../http/model-server.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const LEASE_MS = 60_000;
/** How long people have to decide. */
const LIFETIME_MS = 10 * LEASE_MS;
const MOST_LIVES = 24;

/** A request of one run of the tree: its task, and the results it has by now. */
export type TreeRequest = {
  readonly task: string;
  readonly texts: readonly string[];
  readonly results: readonly string[];
  /** The runtime's note at the end of the request; empty if there is none. */
  readonly note: string;
};

export type TreeLives = {
  /** The answer of the model to a request of any run. */
  readonly script: (request: TreeRequest) => WireAnswer | Reply | Promise<WireAnswer>;
  /** The append, from 1, in which the process of that moment dies; 0 for none. */
  readonly deathAt?: number;
  /** Whether the append in which a process dies is committed nevertheless. */
  readonly isCommitted?: boolean;
  /** Whether the process of that moment dies in this append, which is lost. Default: in none. */
  readonly diesIn?: (entries: readonly Entry[]) => boolean;
  /** The message of the person in each turn after the first. Each turn begins in another process. Default: none. */
  readonly nextTurns?: readonly string[];
  /** The first message of another conversation of the same person, which begins after the last turn. Default: there is no other. */
  readonly otherConversation?: string;
  readonly decide?: (request: PermissionRequest) => PermissionDecision;
  /** How long people have to decide; null for no limit. Default: `LIFETIME_MS`. */
  readonly lifetimeMs?: number | null;
  /** The budget of the root. Default: none. */
  readonly budget?: string;
  /** Whether people can be asked. Default: true. */
  readonly hasPeople?: boolean;
  /** Tools besides those of the bench. Default: none. */
  readonly tools?: readonly Tool[];
  /** The project folder of the root. Default: none. */
  readonly projectFolder?: string;
  /** The worktrees of sub-agents. Default: none. */
  readonly worktrees?: Worktrees;
  /** Called with the tree before it starts. */
  readonly onStart?: (tree: Tree) => void;
  /** Called while the run waits and nothing has arrived. */
  readonly onWaiting?: (tree: Tree) => Promise<void>;
};

/** A run with all runs below it. */
export type Tree = {
  readonly bench: Bench;
  readonly rootId: string;
  /** Returns the root and the runs below it, oldest first; those of one turn after those of the other. */
  family(): Promise<readonly Trace[]>;
  /** Returns the run with this task. */
  find(task: string): Promise<Trace>;
  entries(task: string): Promise<readonly Entry[]>;
};

/** Executes a tree of runs by one process after the other: the process of the n-th append dies there, with the batch lost or committed. */
export async function liveThroughTree(lives: TreeLives): Promise<Tree & { readonly appends: number }> {
  const { deathAt = 0, isCommitted = true, decide = () => ({ effect: "allow" }) as const } = lives;
  const bench = await createBench(async ({ body }) => await lives.script(readTreeRequest(body)));
  const rootId = await bench.add(lives.projectFolder);
  if (lives.budget !== undefined)
    await bench.signal(rootId, "set", { kind: "set_budget", payload: { budget: lives.budget } });
  const roots = [rootId];
  const family = async (): Promise<readonly Trace[]> => {
    const trees = roots.map(async (id) => await bench.stores.traces.family(SCOPE, id));
    return (await Promise.all(trees)).flat();
  };
  const find = async (task: string): Promise<Trace> => {
    const trace = (await family()).find((candidate) => candidate.task === task);
    if (trace === undefined) throw new Error(`no run has the task ${task}`);
    return trace;
  };
  const tree = {
    bench,
    rootId,
    family,
    find,
    entries: async (task: string) => await bench.entries((await find(task)).id),
  };
  lives.onStart?.(tree);
  let appends = 0;
  const startProcess = (): RunPorts => {
    let isDead = false;
    return {
      ...bench.ports,
      clock: { ...bench.ports.clock, sleep: shortSleep },
      traces: {
        ...bench.ports.traces,
        create: async (...create) => {
          if (isDead) throw new Error("the process died");
          await bench.stores.traces.create(...create);
        },
        // The lease of a process that died runs out.
        release: async (lease) => {
          if (!isDead) await bench.ports.traces.release(lease);
        },
        append: async (batch) => {
          appends += 1;
          if (!isDead && appends === deathAt) {
            isDead = true;
            if (isCommitted) await bench.stores.traces.append(batch);
          }
          if (lives.diesIn?.(batch.entries) === true) isDead = true;
          if (isDead) throw new Error("the process died");
          await bench.stores.traces.append(batch);
        },
      },
      environments: {
        openRun: async (trace, signal) => ({
          ...(await bench.ports.environments.openRun(trace, signal)),
          tools: createToolSet([...treeTools(bench), ...(lives.tools ?? [])]),
          agents: presetAgents,
          ...(lives.worktrees === undefined ? {} : { worktrees: lives.worktrees }),
          permission: { decide: async (request) => await Promise.resolve(decide(request)) },
          ...(lives.hasPeople === false
            ? {}
            : { approvals: { lifetimeMs: lives.lifetimeMs === undefined ? LIFETIME_MS : lives.lifetimeMs } }),
        }),
      },
    };
  };
  for (let life = 0; life < MOST_LIVES; life += 1) {
    bench.clock.advance(LEASE_MS + 1);
    const claimed = await bench.stores.traces.claim({ owner: `process ${life}`, leaseMs: LEASE_MS });
    if (claimed === undefined) {
      const current = roots.at(-1) ?? rootId;
      const turns = lives.nextTurns ?? [];
      const nextTurn = turns[roots.length - 1];
      if ((await bench.status(current)) === "waiting") await lives.onWaiting?.(tree);
      else if (nextTurn !== undefined) roots.push(await bench.addTurn(nextTurn, current));
      else if (lives.otherConversation !== undefined && roots.length === turns.length + 1)
        roots.push(await bench.add(lives.projectFolder, lives.otherConversation));
      else break;
      continue;
    }
    await executeClaimedTrace({
      ...{ ...claimed, ports: startProcess(), live: bench.stores.live },
      release: new AbortController().signal,
    }).catch((thrown: unknown) => expect(String(thrown)).toContain("the process died"));
  }
  return { ...tree, appends };
}

/** Reads the task of the run that sends a request, its texts and its results. */
export function readTreeRequest(body: string): TreeRequest {
  const { messages } = JSON.parse(body) as {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  };
  const texts = (role: string): readonly string[] =>
    messages.filter((message) => message.role === role).map(({ content }) => String(content));
  const isTail = (text: string): boolean => text.startsWith("<runtime-state");
  const users = texts("user").filter((text) => !isTail(text));
  return {
    task: users[0] ?? "",
    texts: users,
    results: texts("tool"),
    note: texts("user").find(isTail) ?? "",
  };
}

/** Decides about the open approval of the run with this task. */
export async function decideFor(
  { bench, find, entries }: Tree,
  task: string,
  decision: "approve" | "deny" | { readonly arguments: string },
): Promise<void> {
  const requested = (await entries(task)).findLast(
    (entry) => entry.kind === "event" && entry.type === "approval.requested",
  );
  if (requested?.kind !== "event" || requested.type !== "approval.requested")
    throw new Error("nothing asked");
  const { approvalId } = requested.data;
  const body =
    decision === "deny"
      ? ({ kind: "deny", payload: { approvalId, reason: "No." } } as const)
      : ({
          kind: "approve",
          payload: { approvalId, ...(decision === "approve" ? {} : { arguments: decision.arguments }) },
        } as const);
  const { id: traceId } = await find(task);
  await bench.stores.signals.insert(SCOPE, {
    ...{ ...body, id: `approval:${approvalId}`, traceId, personId: "mira", at: bench.clock.now() },
  });
}

/** The tools of the bench, of which `write` and `overwrite` change the file at their path and `shell` runs it as a command, and those that start agents. */
function treeTools({ tools }: Bench): readonly Tool[] {
  const subject = { kind: "path", field: "path" } as const;
  return [
    ...tools.tools.flatMap((tool) =>
      tool.name === "write"
        ? [
            { ...tool, subject },
            { ...tool, subject, name: "overwrite" },
            { ...tool, subject: { kind: "command", field: "path" } as const, name: "shell" },
          ]
        : [tool],
    ),
    ...childTools(presetAgents),
  ];
}

/** A sleep of any length takes a moment, so that runs that wait for one another proceed. */
async function shortSleep(_milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, 1);
    signal?.addEventListener("abort", end, { once: true });
  });
}
