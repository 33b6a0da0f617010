import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CallAsks } from "@goaltrace/core/call-asks";
import { afterAll, expect, it } from "vitest";
import { createMcpServer } from "./mcp-server.ts";
import { call, closeServers, expectService, expectStopped, KEY, start } from "./testing/hostile-modes.ts";
import { LOG_KEPT_CHARACTERS, PROGRESS_MAX_CHARACTERS, TOOLS_MAX } from "./tunables.ts";

afterAll(closeServers);

it.each([
  ["writes a result of another shape", "wrong-result", "did not answer"],
  ["puts a key into its error", "secret-error", "no access with [redacted:mcp-setting]"],
  ["writes an error of megabytes", "long-error", "eeee"],
])("returns the reason when a server %s, and serves the next call", async (_, mode, reason) => {
  const { server } = start(mode);
  const { outcome, output } = await call(server);
  expect(outcome).toBe("error");
  expect(output).toContain(reason);
  expect(output).not.toContain(KEY);
  expect(output.length).toBeLessThan(10_000);
  expect(server.status().log).not.toContain(KEY);
  await expectService(server);
});

it.each([
  ["nests its result 200,000 levels deep", "deep-json"],
  ["answers with neither a result nor an error", "no-result"],
])("ends a call with its run when a server %s, and serves the next one", async (_, mode) => {
  const { server } = start(mode);
  await server.ready(AbortSignal.timeout(120_000));
  const { outcome } = await call(server, { context: { signal: AbortSignal.timeout(500) } });
  expect(outcome).toBe("error");
  await expectService(server);
});

it.each([
  ["writes bytes that are no text", "invalid-bytes", /^a.+b$/u],
  ["returns 50,000 parts", "many-parts", /^part\n/u],
  ["names what objects inherit", "own-prototype", /polluted/u],
  ["reports progress 20,000 times", "progress-flood", /^done$/u],
  ["reports progress of calls that nobody made", "false-progress", /^done$/u],
  ["asks for everything that this client does not offer", "asks-everything", /^done$/u],
  ["cancels the request that it answers", "cancels", /./u],
  ["floods its errors before it listens", "error-flood", /^echo: b$/u],
  ["closes its errors", "closes-errors", /^echo: b$/u],
  ["returns a thousand images", "thousand-images", /\[950 more images and files: left out\]$/u],
])("takes the result of a server that %s", async (_, mode, says) => {
  const { server } = start(mode);
  const { output } = await call(server, { context: { signal: AbortSignal.timeout(120_000) } });
  expect(output).toMatch(says);
  expect("polluted" in {}).toBe(false);
  expect(server.status().log.length).toBeLessThanOrEqual(LOG_KEPT_CHARACTERS);
  await expectService(server);
});

it.each([
  ["lists thousands of tools", "many-tools", TOOLS_MAX],
  ["has a tool with a schema of megabytes", "huge-schema", 1],
  ["has schemas that nest, refer to themselves, and to other machines", "odd-schemas", 3],
  ["lists a tool twice", "same-name", 1],
  ["names tools as objects inherit them", "odd-names", 7],
])("keeps the tools that it can of a server that %s", async (_, mode, count) => {
  const { server } = start(mode);
  const connection = await server.ready(AbortSignal.timeout(120_000));
  expect(connection.tools().definitions).toHaveLength(count);
  await expectService(server);
});

it.each([
  ["is of a revision that nobody knows", "strange-version", "9999"],
  ["does not name itself", "no-name", "serverInfo"],
])("refuses a server that %s", async (_, mode, reason) => {
  const { server } = start(mode);
  await expect(server.ready(AbortSignal.timeout(120_000))).rejects.toThrow(reason);
});

it("stops a server that sends pings whose answers it does not read", async () => {
  await expectStopped("deaf-pings", "does not read what it is sent");
});

it("does not gather the pages of a list until the memory is full", async () => {
  const { server } = start("heavy-pages");
  await expect(server.ready(AbortSignal.timeout(120_000))).rejects.toThrow("more than 32 MiB");
});

it("does not count results of calls that arrive while it reads a list", async () => {
  const { server } = start("large-calls");
  const connection = await server.ready(AbortSignal.timeout(120_000));
  const request = { tool: "echo", arguments: {}, signal: AbortSignal.timeout(120_000), traceparent: null };
  const calls = Array.from({ length: 4 }, async () => {
    const { kind } = await connection.call({ ...request, input: null, onProgress: () => undefined });
    return kind;
  });
  // The server answers them between the request for its list and the list.
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 4 }, () => "result"));
  await expectService(server);
  expect(server.status().log).not.toContain("could not be read");
});

it("reads a list that changes meanwhile after the read before", async () => {
  const { server, folder } = start("slow-lists");
  expect((await call(server)).output).toBe("done");
  const looks = (): number =>
    existsSync(join(folder, "lists"))
      ? readFileSync(join(folder, "lists"), "utf8").split("\n").length - 1
      : 0;
  await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(2);
  await expectService(server);
  expect(server.status().log).not.toContain("two lists at once");
});

it("masks a key that a server writes into its log in pieces", async () => {
  const { server } = start("split-secret");
  expect((await call(server)).output).toBe("done");
  await expect.poll(() => server.status().log).toContain("uses [redacted:mcp-setting] now");
});

it("cuts a report of progress that is longer than anybody reads", async () => {
  const { server } = start("huge-progress");
  await server.ready(AbortSignal.timeout(120_000));
  const connection = await server.ready(AbortSignal.timeout(120_000));
  const reports: string[] = [];
  const request = {
    tool: "echo",
    arguments: {},
    signal: AbortSignal.timeout(120_000),
    traceparent: null,
    input: null,
  };
  await connection.call({ ...request, onProgress: (report) => reports.push(report) });
  expect(reports.map((report) => report.length)).toEqual([PROGRESS_MAX_CHARACTERS + 1]);
});

it("gives no later call the answer to one that was canceled", async () => {
  const { server } = start("late-answer");
  const connection = await server.ready(AbortSignal.timeout(120_000));
  const abort = new AbortController();
  const request = { tool: "echo", arguments: {}, signal: abort.signal, traceparent: null, input: null };
  const canceled = connection.call({ ...request, onProgress: () => undefined });
  await expect.poll(() => server.status().log).toContain("called");
  abort.abort();
  await expect(canceled).rejects.toThrow();
  await expectService(server);
  await expectService(server);
});

it("asks the person one question at a time, and gives its answer to that question", async () => {
  const { server } = start("question-flood");
  const asked: unknown = await call(server).catch((thrown: unknown) => thrown);
  if (!(asked instanceof CallAsks)) throw new Error("It did not ask.");
  expect(asked.question.text).toContain("Question 0?");
  // The rest of the flood arrives while the person thinks.
  await expect.poll(() => server.status().log).toContain("all others were canceled");
  const answer = { text: "herons", memo: asked.question.memo };
  const { output } = await call(server, { context: { answer } });
  expect(output).toBe('answered q0: {"answer":"herons"}');
});

it("limits how often it reads a list that changes with every read", async () => {
  const { server, folder } = start("list-loop");
  await server.ready(AbortSignal.timeout(120_000));
  const looks = (): number => readFileSync(join(folder, "lists"), "utf8").split("\n").length - 1;
  const [first, since] = [looks(), performance.now()];
  await expect.poll(looks).toBeGreaterThan(first + 2);
  // A server that is looked at without end is asked thousands of times a second.
  expect(looks() - first).toBeLessThan(10 + (performance.now() - since) / 100);
  await expectService(server);
});

it("restarts a server that keeps ending at growing intervals", async () => {
  const starts: number[] = [];
  const server = createMcpServer({
    ...{ route: async () => await Promise.reject(new Error("exit code 1")), mask: (text) => text },
    onChange: () => {
      if (server.status().state === "starting") starts.push(performance.now());
    },
    times: { backoffFirst: 20, backoffMax: 160, startWait: 1_000 },
  });
  server.start();
  await expect.poll(() => starts.length).toBe(6);
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  [20, 40, 80, 160, 160].forEach((least, index) => expect(pauses[index]).toBeGreaterThanOrEqual(least - 2));
  await server.close();
});

it("starts a server that failed at once when a person asks for it, and otherwise after a pause", async () => {
  let attempts = 0;
  const server = createMcpServer({
    route: async () => await Promise.reject(new Error(`attempt ${String((attempts += 1))}`)),
    ...{ mask: (text) => text, onChange: () => undefined },
    times: { backoffFirst: 600_000, backoffMax: 600_000, startWait: 60_000 },
  });
  const { signal } = new AbortController();
  await expect(server.ready(signal)).rejects.toThrow("attempt 1");
  await expect(server.ready(signal)).rejects.toThrow("attempt 1");
  await server.restart();
  await expect(server.ready(signal)).rejects.toThrow("attempt 2");
  await expect(server.ready(signal)).rejects.toThrow("attempt 2");
  await server.close();
});

it("does not let a call wait for a server that never finishes its start", async () => {
  const server = createMcpServer({
    ...{ route: async () => await new Promise(() => undefined), mask: (text) => text },
    ...{ onChange: () => undefined, times: { backoffFirst: 20, backoffMax: 160, startWait: 50 } },
  });
  await expect(server.ready(new AbortController().signal)).rejects.toThrow("has not started within");
});

it("reads the resource that a result links to, lists resources, and returns the reason for one that is not there", async () => {
  const { server } = start("links-resources");
  expect((await call(server)).output).toBe("[resource note://1] note");
  const read = async (input: object) => await call(server, { tool: "read_resource", input });
  expect(await read({ uri: "note://1" })).toMatchObject({
    ...{ outcome: "ok", output: "[resource note://1]\nseven herons" },
  });
  // Its list has no end; that is where reading ends.
  expect((await read({})).output).toMatch(/^(?:\[resource note:\/\/1\] note\n?){1,64}$/u);
  const missing = await read({ uri: "note://2" });
  expect(missing).toMatchObject({ outcome: "error" });
  expect(missing.output).toContain("Resource not found");
  expect((await read({ uri: 7 })).outcome).toBe("error");
  expect((await read({ uri: "note://strange" })).outcome).toBe("error");
  const huge = await read({ uri: "note://huge" });
  expect(huge).toMatchObject({ outcome: "error" });
  expect(huge.output).toContain("more than 10 MiB");
});

it("adds no tool to a server without resources", async () => {
  const { server } = start("plain");
  const connection = await server.ready(AbortSignal.timeout(120_000));
  expect(connection.tools().definitions.map(({ name }) => name)).toEqual(["echo"]);
});
