import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { decompress } from "../system/decompress.ts";

/** One request, without redirects. */
export type WebRequest = {
  readonly url: URL;
  /** Chooses the address of the connection. Addresses in the URL are not looked up, so they are checked before. */
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  /** Decoded bytes of the response that are read; the connection is then closed. */
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as POST. Default: a GET. */
  readonly body?: string;
};

export type WebResponse = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The decoded body, at most `maxBytes` of it. */
  readonly body: Buffer;
  readonly isCut: boolean;
};

/**
 * Sends one request on a connection of its own and reads a bounded part of the response, whatever its headers claim about its length. Rejects
 * when the connection fails or breaks and when `signal` aborts.
 */
export async function requestOnce(request: WebRequest): Promise<WebResponse> {
  const incoming = await openResponse(request);
  const status = incoming.statusCode ?? 0;
  // No one reads the body of a redirect, which may have no end.
  const isRedirect = status >= 300 && status < 400 && incoming.headers.location !== undefined;
  const { body, isCut } = await readBody(incoming, isRedirect ? 0 : request.maxBytes);
  return { status, headers: incoming.headers, body, isCut };
}

async function openResponse({
  url,
  lookup,
  signal,
  headers,
  body,
}: WebRequest): Promise<http.IncomingMessage> {
  return await new Promise((resolve, reject) => {
    // A shared connection could have been opened under another check.
    const outgoing = (url.protocol === "https:" ? https : http).request(url, {
      ...{ agent: false, lookup, signal, method: body === undefined ? "GET" : "POST" },
      headers: {
        ...{ "accept-encoding": "gzip, deflate, br", connection: "close" },
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        ...headers,
      },
    });
    outgoing.on("error", reject);
    outgoing.once("response", resolve);
    outgoing.end(body);
  });
}

async function readBody(
  incoming: http.IncomingMessage,
  maxBytes: number,
): Promise<Pick<WebResponse, "body" | "isCut">> {
  const pieces: Buffer[] = [];
  let room = maxBytes;
  try {
    const stream: AsyncIterable<unknown> = decompress(incoming);
    for await (const piece of stream) {
      if (!Buffer.isBuffer(piece)) continue;
      pieces.push(piece.subarray(0, room));
      room -= piece.length;
      if (room < 0) break;
    }
  } finally {
    incoming.destroy();
  }
  return { body: Buffer.concat(pieces), isCut: room < 0 };
}
