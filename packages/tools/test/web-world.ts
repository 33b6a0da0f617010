import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Tool } from "@goaltrace/core";
import { onTestFinished } from "vitest";
import type { Resolve } from "../src/system/checked-lookup.ts";
import { webTools } from "../src/web/web-tools.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on this machine and what it received. */
export type Site = {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly port: number;
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The paths of the requests, except for robots.txt. */
  readonly requests: readonly string[];
  /** Connections, with or without a request. */
  readonly connections: readonly string[];
};

/** Serves pages until the test ends. Paths without a handler are not found. */
export async function serveSite(pages: Readonly<Record<string, Handler>> = {}): Promise<Site> {
  const requests: string[] = [];
  const connections: string[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? "";
    if (path !== "/robots.txt") requests.push(path);
    const handler = pages[path] ?? pages[path.split("?", 1)[0] ?? ""];
    if (handler === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    else handler(request, response);
  });
  server.on("connection", (socket) => {
    connections.push(socket.remoteAddress ?? "");
    // Clients that stop in the middle of a response reset the connection.
    socket.on("error", () => undefined);
  });
  // The unspecified address, so that a canary also notices IPv6 and every other address of this machine.
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${String(port)}`;
  return { host, port, origin: `http://${host}`, requests, connections };
}

/** Answers with a text of a type. */
export function answer(contentType: string, body: string | Buffer): Handler {
  return (_, response) => {
    response.writeHead(200, { "content-type": contentType }).end(body);
  };
}

export function redirect(location: string, status = 302): Handler {
  return (_, response) => {
    // As servers send it: bytes in UTF-8.
    response.writeHead(status, { location: Buffer.from(location).toString("latin1") }).end();
  };
}

/** Resolves these names only, each time to the next of its answers; the last one stays. */
export function resolver(names: Readonly<Record<string, readonly (readonly string[])[]>>): {
  readonly resolve: Resolve;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  return {
    asked,
    resolve: (hostname, _, callback) => {
      const answers = names[hostname] ?? [[]];
      const addresses =
        answers[Math.min(asked.filter((name) => name === hostname).length, answers.length - 1)] ?? [];
      asked.push(hostname);
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    },
  };
}

/** The tool `webfetch`, which may reach these private hosts. */
export function webfetch(privateHosts: readonly string[], resolve?: Resolve): Tool {
  const tool = webTools({ privateHosts: new Set(privateHosts) }, resolve).find(
    ({ name }) => name === "webfetch",
  );
  if (tool === undefined) throw new Error("webfetch is missing");
  return tool;
}
