import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { HttpResponse } from "@goaltrace/core";
import { afterEach, expect, it } from "vitest";
import { createHttpTransport } from "./http-transport.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const servers: http.Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(handler: Handler): Promise<{ readonly url: string; readonly sockets: Set<Socket> }> {
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => handler(request, response, Buffer.concat(pieces).toString("utf8")));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/chat/completions`, sockets };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const transport = createHttpTransport();
const idle = (): AbortSignal => new AbortController().signal;
const send = async (url: string, signal: AbortSignal = idle(), body = "{}"): Promise<HttpResponse> =>
  await transport.send({
    url,
    headers: { authorization: "Bearer key", "content-type": "application/json" },
    body,
    signal,
  });

async function textOf(answer: HttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  await answer.read((bytes) => pieces.push(bytes) > 0);
  return Buffer.concat(pieces).toString("utf8");
}

it("sends the text it was given with its length, asks for no compression and reads the answer in pieces", async () => {
  const seen: { headers: http.IncomingHttpHeaders; body: string }[] = [];
  const { url } = await serve((request, response, body) => {
    seen.push({ headers: request.headers, body });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: Grüße\n\n");
    response.end("data: [DONE]\n\n");
  });
  const answer = await send(url, idle(), '{"text":"ä 🙂"}');
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
  expect(await textOf(answer)).toBe("data: Grüße\n\ndata: [DONE]\n\n");
  expect(seen[0]?.body).toBe('{"text":"ä 🙂"}');
  expect(seen[0]?.headers).toMatchObject({
    authorization: "Bearer key",
    "accept-encoding": "identity",
    "content-length": String(Buffer.byteLength('{"text":"ä 🙂"}')),
  });
  expect(seen[0]?.headers["expect"]).toBeUndefined();
  expect(seen[0]?.headers["transfer-encoding"]).toBeUndefined();
});

it("uses one connection for request after request, also when a reader has enough before the end", async () => {
  const { url, sockets } = await serve((_, response) => {
    response.write("data: [DONE]\n\n");
    response.end("and a little more");
  });
  for (let round = 0; round < 5; round += 1) {
    const answer = await send(url);
    await answer.read(() => false);
    // The rest has been thrown away when the next request finds the connection free.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  expect(sockets.size).toBeLessThan(5);
  const answers = await Promise.all([send(url), send(url)]);
  expect(await Promise.all(answers.map(textOf))).toEqual(Array(2).fill("data: [DONE]\n\nand a little more"));
});

it("an abort before the answer closes the connection and rejects", async () => {
  const abort = new AbortController();
  const closed = withResolvers();
  const { url } = await serve((request) => {
    request.socket.once("close", () => closed.resolve());
    abort.abort();
  });
  await expect(send(url, abort.signal)).rejects.toThrow("given up");
  await closed.promise;
  await expect(send(url, abort.signal)).rejects.toThrow("given up");
});

it("an abort while the answer is read closes the connection and rejects", async () => {
  const abort = new AbortController();
  const closed = withResolvers();
  const { url } = await serve((request, response) => {
    request.socket.once("close", () => closed.resolve());
    response.write("data: one\n\n");
  });
  const answer = await send(url, abort.signal);
  await expect(
    answer.read(() => {
      abort.abort();
      return true;
    }),
  ).rejects.toThrow("given up");
  await closed.promise;
});

it("a connection that breaks in the middle of an answer rejects, before and while it is read", async () => {
  const { url } = await serve((_, response) => {
    response.write("data: one\n\n", () => response.destroy());
  });
  await expect(send(url).then(textOf)).rejects.toThrow();
  const answer = await send(url);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(textOf(answer)).rejects.toThrow();
});

it("nobody listening rejects, and what a reader throws comes out", async () => {
  const { url } = await serve((_, response) => response.end("x"));
  await expect(send("http://127.0.0.1:1/v1")).rejects.toThrow("ECONNREFUSED");
  await expect(send("ftp://127.0.0.1/v1")).rejects.toThrow("no protocol");
  const answer = await send(url);
  await expect(
    answer.read(() => {
      throw new Error("not what I expected");
    }),
  ).rejects.toThrow("not what I expected");
});

it("a redirect is an answer like any other: the key goes nowhere else", async () => {
  const elsewhere = await serve((_, response) => response.end("stolen"));
  const { url } = await serve((_, response) => {
    response.writeHead(307, { location: elsewhere.url });
    response.end();
  });
  const answer = await send(url);
  expect(answer.status).toBe(307);
  expect(await textOf(answer)).toBe("");
  expect(elsewhere.sockets.size).toBe(0);
});

it("an answer that is compressed all the same comes out as text", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync("data: hello\n\n"));
  });
  expect(await textOf(await send(url))).toBe("data: hello\n\n");
});
