import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { createAddressGuard } from "../web/address-guard.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const PIECE = `data: ${"x".repeat(1024 * 1024)}`;
const PIECES = 12;

/** Reads a stream of pieces with an end after each, written in these parts: HTTP keeps them apart. Returns the number of bytes. */
async function readStream(ends: readonly string[]): Promise<number> {
  const http = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let count = 0; count < PIECES; count += 1) for (const part of [PIECE, ...ends]) response.write(part);
    response.end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const host = `127.0.0.1:${String(address.port)}`;
  const fetch = createGuardedFetch(createAddressGuard({ privateHosts: new Set([host]) }));
  return (await (await fetch(`http://${host}/`)).arrayBuffer()).byteLength;
}

it.each([
  [["\n\n"]],
  [["\n", "\n"]],
  [["\r\n\r\n"]],
  [["\r\n", "\r\n"]],
  [["\r\n\r", "\n"]],
  [["\r", "\n", "\r", "\n"]],
  [["\r\r"]],
  [["\r", "\r"]],
])("reads events of more than 10 MiB together that end with %j", async (ends) => {
  expect(await readStream(ends)).toBe(PIECES * (PIECE.length + ends.join("").length));
});

it.each([[["\n"]], [["\r"]], [["\r\n"]], [["\r", "\n"]]])(
  "ends at an event of more than 10 MiB, whose lines end with %j",
  async (ends) => {
    await expect(readStream(ends)).rejects.toThrow("more than 10 MiB");
  },
);
