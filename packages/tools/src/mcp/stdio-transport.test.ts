import { tmpdir } from "node:os";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { createStdioTransport } from "./stdio-transport.ts";

/** Writes a notice and a result at once. */
const SERVER = String.raw`
process.stdout.write('{"jsonrpc":"2.0","method":"notifications/progress"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n');
process.stdin.resume();
`;

/** Stops to read, and ends a moment later with a line that says why. */
const ENDING =
  'exec 0<&-; echo ready >&2; sleep 0.3; echo "bash: line 1: exec: gone: not found" >&2; exit 127';

it("lets a server that no longer reads report why it ends", async () => {
  let log = "";
  const folder = tmpdir();
  const launch = { ...{ command: "gone", file: "sh", arguments: ["-c", ENDING], folder }, marker: "ending" };
  const transport = createStdioTransport(
    { ...launch, environment: { PATH: process.env["PATH"] ?? "" } },
    {
      isRetry: false,
      onBytes: () => undefined,
      readMessage: (line) => JSON.parse(line) as JSONRPCMessage,
      onLog: (text) => void (log += text),
    },
  );
  onTestFinished(async () => await transport.close());
  await transport.start();
  await expect.poll(() => log).toContain("ready");
  await expect(transport.send({ jsonrpc: "2.0", method: "notifications/initialized" })).rejects.toThrow(
    "EPIPE",
  );
  expect(log).toContain("[goaltrace] The command gone was not found.");
  expect(log).not.toContain("does not read");
});

it("lets a notice be handled before the result that arrives with it", async () => {
  const launch = {
    ...{
      command: process.execPath,
      file: process.execPath,
      arguments: ["-e", SERVER],
      folder: tmpdir(),
      environment: {},
    },
    marker: `stdio-${String(process.pid)}`,
  };
  const transport = createStdioTransport(launch, {
    isRetry: false,
    onBytes: () => undefined,
    readMessage: (line) => JSON.parse(line) as JSONRPCMessage,
    onLog: () => undefined,
  });
  onTestFinished(async () => await transport.close());
  const handled: string[] = [];
  transport.onmessage = (message) => {
    // As the library does.
    if ("method" in message) void Promise.resolve().then(() => handled.push("notice"));
    else handled.push("result");
  };
  await transport.start();
  await expect.poll(() => handled).toEqual(["notice", "result"]);
});

/** Reads nothing for a while. */
const BUSY = "setTimeout(() => process.stdin.resume(), 1000);";

it("lets a server that is busy read a message of more than 10 MiB, and another one, later", async () => {
  const { execPath: file } = process;
  const transport = createStdioTransport(
    {
      ...{ command: file, file, arguments: ["-e", BUSY], folder: tmpdir(), environment: {} },
      marker: `stdio-busy-${String(process.pid)}`,
    },
    {
      isRetry: false,
      readMessage: (line) => JSON.parse(line) as JSONRPCMessage,
      ...{ onBytes: () => undefined, onLog: () => undefined },
    },
  );
  onTestFinished(async () => await transport.close());
  await transport.start();
  const message = { jsonrpc: "2.0", method: "notifications/message" } as const;
  await Promise.all([
    transport.send({ ...message, params: { text: "x".repeat(11 * 1024 * 1024) } }),
    transport.send(message),
  ]);
});
