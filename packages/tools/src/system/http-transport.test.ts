import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { HttpResponse } from "@goaltrace/core/ports";
import { afterEach, expect, it, vi } from "vitest";
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

async function readText(answer: HttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  await answer.read((bytes) => pieces.push(bytes) > 0);
  return Buffer.concat(pieces).toString("utf8");
}

it("sends the body with its length, requests no compression and reads the response in pieces", async () => {
  const received: { headers: http.IncomingHttpHeaders; body: string }[] = [];
  const { url } = await serve((request, response, body) => {
    received.push({ headers: request.headers, body });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: Grüße\n\n");
    response.end("data: [DONE]\n\n");
  });
  const answer = await send(url, idle(), '{"text":"ä 🙂"}');
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
  expect(await readText(answer)).toBe("data: Grüße\n\ndata: [DONE]\n\n");
  expect(received[0]?.body).toBe('{"text":"ä 🙂"}');
  expect(received[0]?.headers).toMatchObject({
    authorization: "Bearer key",
    "accept-encoding": "identity",
    "content-length": String(Buffer.byteLength('{"text":"ä 🙂"}')),
  });
  expect(received[0]?.headers["expect"]).toBeUndefined();
  expect(received[0]?.headers["transfer-encoding"]).toBeUndefined();
});

it("reuses one connection across requests, even when a reader stops early", async () => {
  const { url, sockets } = await serve((_, response) => {
    response.write("data: [DONE]\n\n");
    response.end("and a little more");
  });
  for (let round = 0; round < 5; round += 1) {
    const answer = await send(url);
    await answer.read(() => false);
    // The rest is discarded by the time the next request needs the connection.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  expect(sockets.size).toBeLessThan(5);
  const answers = await Promise.all([send(url), send(url)]);
  expect(await Promise.all(answers.map(readText))).toEqual(
    Array(2).fill("data: [DONE]\n\nand a little more"),
  );
});

it("closes the connection and rejects when aborted before the response", async () => {
  const abort = new AbortController();
  const closed = withResolvers();
  const { url } = await serve((request) => {
    request.socket.once("close", () => closed.resolve());
    abort.abort();
  });
  await expect(send(url, abort.signal)).rejects.toThrow("aborted");
  await closed.promise;
  await expect(send(url, abort.signal)).rejects.toThrow("aborted");
});

it("closes the connection and rejects when aborted while reading the response", async () => {
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
  ).rejects.toThrow("aborted");
  await closed.promise;
});

it("rejects when the connection breaks mid-response, before or during reading", async () => {
  const { url } = await serve((_, response) => {
    response.write("data: one\n\n", () => response.destroy());
  });
  await expect(send(url).then(readText)).rejects.toThrow();
  const answer = await send(url);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(readText(answer)).rejects.toThrow();
});

it("rejects when nothing listens, and rethrows errors of the reader", async () => {
  const { url } = await serve((_, response) => response.end("x"));
  await expect(send("http://127.0.0.1:1/v1")).rejects.toThrow("ECONNREFUSED");
  await expect(send("ftp://127.0.0.1/v1")).rejects.toThrow("not supported");
  const answer = await send(url);
  await expect(
    answer.read(() => {
      throw new Error("unexpected content");
    }),
  ).rejects.toThrow("unexpected content");
});

it("returns a redirect like any other response and sends the key nowhere else", async () => {
  const otherServer = await serve((_, response) => response.end("stolen"));
  const { url } = await serve((_, response) => {
    response.writeHead(307, { location: otherServer.url });
    response.end();
  });
  const answer = await send(url);
  expect(answer.status).toBe(307);
  expect(await readText(answer)).toBe("");
  expect(otherServer.sockets.size).toBe(0);
});

it("resolves a name once and connects to the address that it checked", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { connection: "close" });
    response.end("hello");
  });
  const asked: string[] = [];
  const rebinding = createHttpTransport((hostname, _options, callback) => {
    asked.push(hostname);
    callback(null, [{ address: asked.length === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }]);
  });
  const named = url.replace("127.0.0.1", "model.test");
  const post = async (): Promise<HttpResponse> =>
    await rebinding.send({ url: named, headers: {}, body: "{}", signal: idle() });
  expect(await readText(await post())).toBe("hello");
  expect(asked).toEqual(["model.test"]);
  // The connection was closed, so the name is resolved and checked again.
  await expect(post()).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

it.each(["http://169.254.169.254/v1", "http://[::ffff:169.254.169.254]/v1", "http://metadata/v1"])(
  "sends nothing to %s",
  async (url) => {
    await expect(send(url)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  },
);

it("decompresses a response that is compressed despite the request", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync("data: hello\n\n"));
  });
  expect(await readText(await send(url))).toBe("data: hello\n\n");
});

it("stops reading while the reader's promise is pending", async () => {
  const PIECE = Buffer.alloc(65_536, "x");
  const drained = withResolvers();
  let isBlocked = false;
  const { url } = await serve((_, response) => {
    response.writeHead(200);
    // More than the buffers of both ends hold.
    const write = (): void => {
      while (response.write(PIECE)) if (response.writableLength > 0) break;
      isBlocked = response.writableNeedDrain;
      if (isBlocked) response.once("drain", write);
    };
    write();
    response.once("close", drained.resolve);
  });
  const abort = new AbortController();
  const answer = await send(url, abort.signal);
  const release = withResolvers();
  let pieces = 0;
  const reading = answer.read((_) => {
    pieces += 1;
    return pieces === 1 ? release.promise.then(() => true) : pieces < 3;
  });
  await vi.waitFor(() => expect([isBlocked, pieces]).toEqual([true, 1]));
  release.resolve();
  await reading;
  expect(pieces).toBe(3);
  await drained.promise;
});

it("ends a pending read with the error of the reader's promise", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200);
    response.write("x");
  });
  const answer = await send(url);
  await expect(answer.read(() => Promise.reject(new Error("too much")))).rejects.toThrow("too much");
});
