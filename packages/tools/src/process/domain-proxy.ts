import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { matchesUrl } from "@goaltrace/core/permissions";
import { parseSecretDomain } from "@goaltrace/core/secrets";
import type { AddressGuard } from "../web/address-guard.ts";
import { PROXY_CONNECT_LIMIT_MS, PROXY_MAX_CONNECTIONS, REFUSED_HOSTS_MAX } from "./tunables.ts";

/** A way to a few hosts for a command that has no network: a socket in a folder that the sandbox lets it see. */
export type DomainProxy = {
  readonly socket: string;
  /** Returns the hosts that the command asked for and was refused. */
  refused(this: void): readonly string[];
  close(this: void): Promise<void>;
};

/** Returns domains in the form that `openDomainProxy` takes; null if one of them means every host or is not a domain. */
export function parseDomains(domains: readonly string[]): readonly string[] | null {
  const parsed = domains.map(parseSecretDomain);
  return parsed.includes(null) || parsed.includes("*") ? null : parsed.filter((domain) => domain !== null);
}

/**
 * Opens a proxy that connects to some domains only: by CONNECT to those with https, by ordinary requests to those with http. Every connection
 * goes to an address that the guard has checked. The proxy cannot see encrypted requests, so access to a host covers everything that it serves.
 */
export async function openDomainProxy(domains: readonly string[], guard: AddressGuard): Promise<DomainProxy> {
  const folder = await mkdtemp(join(tmpdir(), "goaltrace-net-"));
  const socket = join(folder, "proxy");
  const refused = new Set<string>();
  const open = new Set<Duplex>();

  /** Returns the address to connect to; null for one that the command may not reach, which is noted. */
  const permit = (address: string): URL | null => {
    const checked = guard.check(address);
    if (checked.ok && domains.some((domain) => matchesUrl(domain, checked.url.href))) return checked.url;
    if (refused.size < REFUSED_HOSTS_MAX)
      refused.add(URL.parse(address)?.host ?? "an address without a host");
    return null;
  };
  const keep = (stream: Duplex): void => {
    open.add(stream);
    stream.once("close", () => open.delete(stream));
    stream.on("error", () => stream.destroy());
  };

  const server = http.createServer({ keepAlive: false }, (request, response) => {
    const url = permit(request.url ?? "");
    if (url === null || url.protocol !== "http:") refuse(response);
    else forward(request, response, { url, guard });
  });
  server.maxConnections = PROXY_MAX_CONNECTIONS;
  server.on("connection", keep);
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const url = permit(`https://${request.url ?? ""}`);
    if (url === null) {
      client.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    const host = url.hostname.replace(/^\[|\]$/gu, "");
    const target = net.connect({
      ...{ host, port: Number(url.port === "" ? "443" : url.port), lookup: guard.lookupFor(url) },
      timeout: PROXY_CONNECT_LIMIT_MS,
    });
    keep(target);
    const failed = (): void => {
      if (!client.writableEnded) client.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
      target.destroy();
    };
    target.once("timeout", failed);
    target.once("error", failed);
    target.once("connect", () => {
      target.setTimeout(0);
      target.off("error", failed);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.pipe(client);
      client.pipe(target);
      client.once("close", () => target.destroy());
      target.once("close", () => client.destroy());
    });
  });
  server.listen(socket);
  await once(server, "listening");
  return {
    socket,
    refused: () => [...refused],
    close: async () => {
      for (const stream of open) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { "content-type": "text/plain", connection: "close" });
  response.end("This command may not reach this host.\n");
}

/** Passes a request on, and its response back, as they are. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, guard }: { readonly url: URL; readonly guard: AddressGuard },
): void {
  const { "proxy-connection": _, "proxy-authorization": __, ...headers } = request.headers;
  const outgoing = http.request(url, {
    ...{ agent: false, lookup: guard.lookupFor(url), method: request.method ?? "GET" },
    headers: { ...headers, host: url.host, connection: "close" },
  });
  outgoing.once("response", (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
    incoming.on("error", () => response.destroy());
  });
  outgoing.once("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { connection: "close" }).end();
  });
  response.once("close", () => outgoing.destroy());
  request.pipe(outgoing);
}
