import { once } from "node:events";
import { createServer } from "node:http";
import { type Delta, joinOutput, type OutputPiece } from "@goaltrace/core/log";
import { type Runtime as HostRuntime } from "@goaltrace/host";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createAccessWorld, type AccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import { startShell } from "../testing/running-shell.ts";
import { handleRest } from "./handle-rest.ts";
import { watchTrace } from "./endpoints.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const KEPT_CHARACTERS = 65_536;

let world: AccessWorld;
/** A separate runtime, like that of a worker process: it shares only PostgreSQL with the web app. */
let worker: HostRuntime;
beforeAll(async () => {
  world = await createAccessWorld(DATABASE_URL);
  worker = await openWorker(world);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

/** Waits for a condition, with a timeout that fits a busy machine. */
const until = async (check: () => unknown): Promise<unknown> => await vi.waitFor(check, { timeout: 20_000 });

/** Serves the REST stream over HTTP and returns its base URL. */
async function serveEvents(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const disconnected = new AbortController();
      outgoing.on("close", () => disconnected.abort());
      const url = new URL(incoming.url ?? "/", "http://localhost");
      const request = new Request(url, {
        headers: { authorization: incoming.headers.authorization ?? "" },
        signal: disconnected.signal,
      });
      const id = url.pathname.split("/").at(-2) ?? "";
      const response = await handleRest(watchTrace, request, { runtime: world.runtime, params: { id } });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      for await (const chunk of response.body ?? []) outgoing.write(chunk);
      outgoing.end();
    })().catch(() => outgoing.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

type Watcher = {
  readonly pieces: readonly Delta[];
  readonly entries: readonly string[];
  /** The tail of the output, joined from the deltas. */
  output(): OutputPiece | undefined;
  readonly ended: Promise<void>;
};

/** Follows a run over HTTP until the server ends the stream. */
function watch(base: string, key: string, traceId: string): Watcher {
  const pieces: Delta[] = [];
  const entries: string[] = [];
  const follow = async (): Promise<void> => {
    const response = await fetch(`${base}/api/traces/${traceId}/events`, {
      headers: { authorization: `Bearer ${key}` },
    });
    let rest = "";
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [head = "", data = ""] = frame.split("data: ");
        if (head.includes("event: entry")) entries.push(data);
        if (head.includes("event: delta\n")) pieces.push(JSON.parse(data) as Delta);
        if (head.includes("event: end")) return;
      }
    }
  };
  const joined = (): OutputPiece | undefined =>
    pieces.reduce<OutputPiece | undefined>(
      (tail, piece) => joinOutput(tail, piece, KEPT_CHARACTERS),
      undefined,
    );
  return { pieces, entries, output: joined, ended: follow() };
}

it("streams a tool's output over HTTP while it runs, to late watchers from its stored tail, without logging it", async () => {
  const shell = await startShell(world, worker);
  const base = await serveEvents();
  const key = await world.makeKey("member", ["read"]);
  const { print } = shell;
  const early = watch(base, key, shell.traceId);
  await until(() => expect(early.entries.join("")).toContain("shell-call"));

  let whole = "";
  for (let number = 1; number <= 20; number += 1) {
    print(`line ${number}\n`);
    whole += `line ${number}\n`;
  }
  await until(() => expect(early.output()).toMatchObject({ offset: 0, text: whole }));
  const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
  await until(async () =>
    expect(await world.database.live.partial(scope, shell.traceId)).toMatchObject([
      { kind: "tool", text: whole },
    ]),
  );

  const late = watch(base, key, shell.traceId);
  await until(() => expect(late.output()).toMatchObject({ offset: 0, text: whole }));
  print("new\n");
  await until(() => expect(late.output()?.text).toBe(`${whole}new\n`));
  expect(late.pieces.map(({ offset, text }) => [offset, text])).toEqual([
    [0, whole],
    [whole.length, "new\n"],
  ]);

  const line = `${"x".repeat(99)}\n`;
  for (let index = 0; index < 50_000; index += 1) print(line);
  print("the last line\n");
  const length = whole.length + 4 + 50_000 * line.length + 14;
  for (const watcher of [early, late])
    await until(() => {
      const { offset = 0, text = "" } = watcher.output() ?? {};
      expect(offset + text.length).toBe(length);
      expect(text.endsWith(`${line}the last line\n`)).toBe(true);
    });
  const latest = watch(base, key, shell.traceId);
  await until(() => {
    const kept = latest.output();
    expect(kept?.text).toHaveLength(KEPT_CHARACTERS);
    expect((kept?.offset ?? 0) + KEPT_CHARACTERS).toBe(length);
  });

  await shell.exit();
  await Promise.all([early.ended, late.ended, latest.ended]);
  expect(early.entries.join("")).not.toContain("line 1");
  await until(async () => expect(await world.database.live.partial(scope, shell.traceId)).toEqual([]));
  const { rows } = await worker.database.pool.query(
    "select type from entry where trace_id = $1 and type like 'tool.pro%'",
    [shell.traceId],
  );
  expect(rows).toEqual([]);
});
