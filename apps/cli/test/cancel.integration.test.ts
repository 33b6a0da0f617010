import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { defineTool } from "@goaltrace/core";
import { createToolSet } from "@goaltrace/core/tools";
import { createSystemClock } from "@goaltrace/core/system";
import { startWorker, type Worker } from "@goaltrace/core/worker";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import type { Runtime } from "@goaltrace/host";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { logFaults, toolOutcomes } from "./support/log-laws.ts";
import { goaltrace } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

/** The promised time from a cancel to the end of its run. A busy machine takes longer, so only soak measures it. */
const LIMIT_MS = IS_SOAK ? 5_000 : Number.POSITIVE_INFINITY;

const clock = createSystemClock();
/** A tool that neither ends nor listens to its signal. */
const hang = defineTool({
  ...{ name: "hang", description: "Never ends.", input: z.object({}) },
  execute: async () => await new Promise<string>(() => undefined),
});

let world: World;
let model: Stalling;
let runtime: Runtime;
let worker: Worker | undefined;

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startStallingModel();
  runtime = await openProcessRuntime(readEnvironment(world.variables(model.baseUrl)), {
    databaseUrl: world.url,
  });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await runtime?.close();
  await model?.close();
  await world?.close();
});

async function startHangingWorker(): Promise<void> {
  const { ports, database } = runtime;
  const environments: typeof ports.environments = {
    openRun: async (trace, signal) => {
      const environment = await ports.environments.openRun(trace, signal);
      return { ...environment, tools: createToolSet([...environment.tools.tools, hang]) };
    },
  };
  worker = await startWorker({
    ...{ name: "hanging", ports: { ...ports, environments } },
    ...{ jobs: database.jobs, live: database.live },
  });
}

it.each([
  ["a tool that hangs", "Hang in a tool", "tool.started"],
  ["a model whose stream stalls", "Stall in the stream", "call.started"],
])("frees %s within 5 s of a cancel by another process, and leaves a valid log", async (_, text, begun) => {
  await startHangingWorker();
  const run = await world.queue({ text, projectFolder: world.folder });
  await until("the call", async () => {
    const entries = await world.log(run.id);
    const isThere = entries.some((entry) => entry.kind === "event" && entry.type === begun);
    return isThere && model.hasAnswered(text) ? true : undefined;
  });
  const sent = goaltrace(["cancel", run.id], world.variables(null));
  await until("the cancel", async () => {
    const { rows } = await world.database.pool.query("select 1 from run_signal where trace_id = $1", [
      run.id,
    ]);
    return rows.length > 0 ? true : undefined;
  });
  const sentAt = clock.now();
  const ended = await world.ended(run.id);
  expect(clock.now() - sentAt).toBeLessThan(LIMIT_MS);
  expect((await sent).code).toBe(0);
  expect(ended.status).toBe("cancelled");
  const entries = await world.log(run.id);
  expect(logFaults(entries)).toEqual([]);
  if (begun === "tool.started") expect(toolOutcomes(entries)).toEqual(["cancelled"]);
  // The worker is free: it ends without waiting for the tool or the stream.
  const stopAt = clock.now();
  await worker?.stop();
  worker = undefined;
  expect(clock.now() - stopAt).toBeLessThan(LIMIT_MS);
});

type Stalling = {
  readonly baseUrl: string;
  /** True once the call of the tool, or the beginning of the stream, was sent for this task. */
  hasAnswered(task: string): boolean;
  close(): Promise<void>;
};

/** A model that calls `hang` when the task says so, and otherwise stops in the middle of its answer. */
async function startStallingModel(): Promise<Stalling> {
  const answered: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (delta: object, finish: string | null = null): void =>
        void response.write(
          `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
        );
      if (body.includes("Hang in a tool")) {
        send({
          tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "hang", arguments: "{}" } }],
        });
        send({}, "tool_calls");
        response.end("data: [DONE]\n\n");
      } else send({ content: "The answer is" });
      answered.push(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    hasAnswered: (task) => answered.some((body) => body.includes(task)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
