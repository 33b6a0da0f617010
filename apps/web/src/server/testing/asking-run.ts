import path from "node:path";
import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import { createOneCallModel } from "@goaltrace/core/testing";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { type Runtime as HostRuntime } from "@goaltrace/host";
import type { Person } from "../auth/authorize.ts";
import type { AccessWorld } from "./access-world.ts";
import { openWorker } from "./open-worker.ts";

const MODEL = "one-call";
const DEATH = "the process died";

/**
 * `file`: the path that the run writes in `folder`; `shared`: the visibility of its conversation; `tool`: how it writes, or `ask_user` to ask a question instead.
 * `below`: how many sub-agents deep the one that writes is. `repeats`: it lists the folder again and again instead, until a person decides.
 * @default tool: "write_file"; below: 0; repeats: false
 */
export type AskingRunOptions = {
  readonly person: Person;
  readonly shared: boolean;
  readonly folder: string;
  readonly file: string;
  readonly tool?: "write_file" | "edit_file" | "bash_command" | "ask_user" | undefined;
  readonly below?: number;
  readonly repeats?: boolean;
};

/** A stored run that asks before it writes a file that no other run writes. */
export type AskingRun = {
  readonly traceId: string;
  readonly conversationId: string;
  readonly file: string;
  /** Executes the run until nothing can be claimed, as a process of its own. */
  readonly work: () => Promise<string | undefined>;
  /** Executes the run in a process that dies when it would store the result of a call. */
  readonly die: () => Promise<void>;
  /** The absolute path that it writes. */
  readonly path: string;
};

/** Stores a run of a person that writes a file that no other run writes, and then ends; `shared` is the visibility of its conversation. */
export async function createAskingRun(
  world: AccessWorld,
  { person, shared, folder, file, tool = "write_file", below = 0, repeats = false }: AskingRunOptions,
): Promise<AskingRun> {
  const scope = { workspaceId: world.slugs.ours, personId: person.id };
  const input =
    tool === "write_file"
      ? { content: "one" }
      : { edits: [{ type: "insert_lines", after_line: 0, text: "two" }] };
  const others = {
    bash_command: { command: `printf one > ${file}; rm -f gone-${file}` },
    ask_user: { question: "How shall it go on?", choices: ["Try another way", "Give up"] },
  };
  const write = repeats
    ? { id: "c1", name: "list_directory", arguments: '{"path":"."}' }
    : {
        ...{ id: "c1", name: tool },
        arguments: JSON.stringify(
          tool === "bash_command" || tool === "ask_user" ? others[tool] : { path: file, ...input },
        ),
      };
  const { database, ids, clock } = { ...world.runtime, database: world.database };
  const conversationId = ids.next();
  const now = clock.now();
  await database.conversations.create(scope, {
    ...{ id: conversationId, personId: person.id, title: "Build", pinned: false, shared },
    ...{ folderId: null, model: null, createdAt: now, updatedAt: now },
  });
  const run = newRun(
    {
      ...{
        scope,
        conversationId,
        text: "Build",
        agent: generalAgent,
        models: [MODEL],
        projectFolder: folder,
      },
      origin: null,
    },
    { ...world.runtime, redactor: createNoRedactor() },
  );
  await database.traces.create(scope, run.trace, run.entries, run.blobs);
  const traceId = run.trace.id;
  return {
    ...{ traceId, conversationId, file, path: path.join(folder, file) },
    work: async () => {
      const worker = await openAskingWorker(world, { write, below, repeats });
      try {
        for (;;) {
          const claimed = await worker.ports.traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
          if (claimed === undefined) break;
          await executeClaimedTrace({
            ...{ ...claimed, ports: worker.ports, live: worker.database.live },
            release: new AbortController().signal,
          });
        }
      } finally {
        await worker.close();
      }
      return (await database.traces.get(scope, traceId))?.status;
    },
    die: async () => {
      const worker = await openAskingWorker(world, { write, below, repeats });
      const traces: typeof worker.ports.traces = {
        ...worker.ports.traces,
        append: async (batch) => {
          if (batch.entries.some((entry) => entry.kind === "message" && entry.role === "tool"))
            throw new Error(DEATH);
          await worker.ports.traces.append(batch);
        },
      };
      const claimed = await traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
      if (claimed === undefined) throw new Error("nothing to claim");
      await executeClaimedTrace({
        ...{ ...claimed, ports: { ...worker.ports, traces }, live: worker.database.live },
        release: new AbortController().signal,
      }).catch((thrown: unknown) => {
        if (!String(thrown).includes(DEATH)) throw thrown;
      });
      await traces.release(claimed.lease);
      await worker.close();
    },
  };
}

type Call = { readonly id: string; readonly name: string; readonly arguments: string };

/** Returns the only call of the run that sends a request: the write, or a task for the sub-agent one level below it. */
function callOf(body: string, write: Call, below: number): Call {
  const level = levelOf(body);
  if (level >= below) return write;
  return { id: `task${level}`, name: "task", arguments: JSON.stringify({ prompt: `Level ${level + 1}` }) };
}

function levelOf(body: string): number {
  return Number(/"content":"Level (\d+)/u.exec(body)?.[1] ?? 0);
}

async function openAskingWorker(
  world: AccessWorld,
  { write, below, repeats }: { readonly write: Call; readonly below: number; readonly repeats: boolean },
): Promise<HostRuntime> {
  const model = createOneCallModel(write.name);
  const empty = { reasoning: "", usage: null, firstTokenMs: null };
  const hasEnded = (body: string): boolean =>
    body.includes('"role":"assistant"') && !(repeats && levelOf(body) >= below);
  // Calls of consecutive steps have different ids.
  let calls = 0;
  const call = (body: string): Call => {
    const next = callOf(body, write, below);
    calls += 1;
    return repeats ? { ...next, id: `${next.id}-${calls}` } : next;
  };
  const client: typeof model = {
    ...model,
    attempt: async ({ body }) => ({
      ok: true,
      answer: hasEnded(body)
        ? { ...empty, text: "Done.", toolCalls: [], finishReason: "stop" }
        : { ...empty, text: "", toolCalls: [call(body)], finishReason: "tool_calls" },
    }),
  };
  return await openWorker(world, {
    modelSources: [async (_, reference) => (reference === MODEL ? client : undefined)],
  });
}
