import type { Runtime as HostRuntime } from "@goaltrace/host";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAccessWorld, type AccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import { startShell } from "../testing/running-shell.ts";
import { createCaller } from "./root.ts";

let world: AccessWorld;
let worker: HostRuntime;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  worker = await openWorker(world);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

/** Reads the stream of a run as the chat does, until an item satisfies `isWanted`. */
async function readUntil(traceId: string, isWanted: (item: object) => boolean): Promise<object> {
  const abort = new AbortController();
  const person = world.person("member");
  const caller = createCaller(
    {
      ...{ runtime: world.runtime, person, sessionId: world.sessionOf(person) },
      ...{ requestId: "r", headers: new Headers() },
    },
    { signal: abort.signal },
  );
  try {
    const request = { workspace: world.slugs.ours, id: traceId, shape: "entries" as const, after: 0 };
    for await (const message of await caller.traces.tail(request)) {
      const item: unknown = Array.isArray(message) ? message[1] : message;
      if (typeof item === "object" && item !== null && isWanted(item)) return item;
    }
    throw new Error("The stream ended before.");
  } finally {
    abort.abort();
  }
}

it("sends a chat only the end of a running command's output and the start of a long result, and the rest on demand", async () => {
  const whole = Array.from({ length: 4_000 }, (_, index) => `line ${index}`).join("\n");
  const shell = await startShell(world, worker, whole);
  shell.print(whole);
  // The output arrives in pieces: a stream that is opened before the last of them begins with the end of those before it.
  await vi.waitFor(async () => {
    const delta = await readUntil(shell.traceId, (item) => "channel" in item && item.channel === "output");
    expect(delta).toMatchObject({ offset: whole.length - 16_384, text: whole.slice(-16_384) });
  });

  await shell.exit();
  const sent = await readUntil(
    shell.traceId,
    (item) => "entry" in item && JSON.stringify(item.entry).includes('"role":"tool"'),
  );
  expect(sent).toMatchObject({
    entry: { title: "exit code 0", output: whole.slice(0, 4_000) },
    cut: [{ field: "output", total: whole.length }],
  });
  const { entry } = sent as { entry: { sequence: number } };
  const rest = await world.caller("member").traces.text({
    ...{ workspace: world.slugs.ours, id: shell.traceId, sequence: entry.sequence },
    ...{ field: "output", offset: 4_000 },
  });
  expect(rest).toEqual({ text: whole.slice(4_000), total: whole.length });
});
