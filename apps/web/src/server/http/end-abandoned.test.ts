import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type AbandonmentLimits, ABANDONMENT_LIMITS, endAbandoned } from "./end-abandoned.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let stop: () => void = () => undefined;
let server: Server | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  stop();
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  if (server !== null) await new Promise((resolve) => server?.close(resolve));
  server = null;
});

/** Sends a request and returns the server's response, which closes with the connection. The client reads nothing unless `isReading`. */
async function open(
  limits: Partial<AbandonmentLimits>,
  handle: Handler,
  isReading = false,
): Promise<ServerResponse> {
  stop = endAbandoned({ ...ABANDONMENT_LIMITS, ...limits });
  const opened = new Promise<ServerResponse>((resolve) => {
    server = createServer((request, response) => {
      handle(request, response);
      resolve(response);
    }).listen(0, "127.0.0.1", () => {
      const { port } = (server?.address() ?? { port: 0 }) as AddressInfo;
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
        if (isReading) socket.resume();
        else socket.pause();
        socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
      });
      socket.on("error", () => undefined);
      sockets.push(socket);
    });
  });
  return await opened;
}

/** Writes without end, as fast as the connection takes it. */
const flood: Handler = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (): void => {
    while (response.writable && response.write("x".repeat(65_536)));
    response.once("drain", write);
  };
  write();
};
const writeNow: Handler = (_, response) => {
  response.setHeader("content-type", "text/event-stream");
  response.write(": ping\n\n");
};

it("ends a stream whose client stops reading without closing the connection", async () => {
  const response = await open({ stalledMs: 200 }, flood);
  await once(response, "close");
  expect(response.destroyed).toBe(true);
});

it("ends a request whose client sends nothing and waits for an answer that never comes", async () => {
  const response = await open({ stalledMs: 200 }, () => undefined);
  await once(response, "close");
  expect(response.headersSent).toBe(false);
});

it("ends an event stream after its maximum time, so that none remains of a vanished client", async () => {
  const response = await open({ streamMs: 200 }, writeNow, true);
  await once(response, "close");
  expect(response.writableFinished).toBe(false);
});

it("does not limit the time of other responses", async () => {
  const response = await open({ streamMs: 1 }, (_, answer) => {
    answer.setHeader("content-type", "application/x-ndjson");
    answer.write("{}\n");
    // Longer than the time of streams.
    setTimeout(() => answer.end("{}\n"), 50);
  });
  await once(response, "finish");
  expect(response.writableFinished).toBe(true);
});
