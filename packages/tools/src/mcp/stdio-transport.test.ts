import { tmpdir } from "node:os";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { createStdioTransport } from "./stdio-transport.ts";

/** Writes a notice and a result at once. */
const SERVER = String.raw`
process.stdout.write('{"jsonrpc":"2.0","method":"notifications/progress"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n');
process.stdin.resume();
`;

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
