import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import type { AttackInput } from "./attack-input.ts";

/** A running server with the session of a person. */
export type AttackedServer = {
  readonly base: string;
  readonly cookie: string;
  /** Valid values of the parts of addresses, by name. */
  readonly parts: Readonly<Record<string, string>>;
};

const SOURCES = "apps/web/src";
const LIMIT_MS = 60_000;

/** The addresses of `page.tsx` and `route.ts` files, as in `/w/[workspace]/traces`. */
export async function addressPatterns(): Promise<readonly string[]> {
  const files = await readdir(inCheckout(SOURCES, "app"), { recursive: true });
  return files
    .filter((file) => ["page.tsx", "route.ts"].includes(path.basename(file)))
    .map((file) => `/${path.dirname(file).replace(/^\.$/, "")}`)
    .sort();
}

/** The names of all parameters that sources read from an address. */
export async function parameterNames(): Promise<readonly string[]> {
  const files = await readdir(inCheckout(SOURCES), { recursive: true });
  const names = new Set<string>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.includes("generated"))) {
    const source = await readFile(inCheckout(SOURCES, file), "utf8");
    for (const [, name = ""] of source.matchAll(/\.get(?:All)?\("(\w+)"\)/g)) names.add(name);
  }
  return [...names].sort();
}

/**
 * Returns the inputs of the page or route with this pattern of addresses: each part of the path, escaped and as it is, all parameters
 * that the pages read, the query as a whole, and the headers of requests for pages.
 */
export function pageInputs(
  server: AttackedServer,
  pattern: string,
  names: readonly string[],
): readonly AttackInput[] {
  const partPattern = /\[+(?:\.\.\.)?(\w+)\]+/g;
  const parts = [...pattern.matchAll(partPattern)].map(([, name = ""]) => name);
  const address = (changed: Readonly<Record<string, string>> = {}): string =>
    pattern.replace(partPattern, (_, name: string) => changed[name] ?? server.parts[name] ?? "none");
  const get = async (target: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    getPage(`${server.base}${target}`, { cookie: server.cookie, ...headers });
  const input = (name: string, send: AttackInput["send"]): AttackInput => ({
    name: `page ${pattern} ${name}`,
    send,
    sendValid: async () => get(address()),
  });
  return [
    ...parts.flatMap((name) => [
      input(name, async (text) => get(address({ [name]: escapeAll(text) }))),
      input(`${name} (as it is)`, async (text) => get(address({ [name]: escapeUnprintable(text) }))),
    ]),
    {
      ...input("(parameters)", async (text) =>
        get(`${address()}?${names.map((name) => `${name}=${escapeAll(text)}`).join("&")}`),
      ),
      repeats: names.length,
    },
    input("(query)", async (text) => get(`${address()}?${escapeUnprintable(text)}`)),
    ...["accept-language", "rsc", "next-router-state-tree", "x-goaltrace-path"].map((header) =>
      input(header, async (text) => get(address(), { [header]: escapeUnprintable(text) })),
    ),
    input("cookie", async (text) =>
      get(address(), { cookie: `${server.cookie}; locale=${escapeUnprintable(text)}` }),
    ),
  ];
}

/** Half characters, which no address can carry, are replaced. */
function escapeAll(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Escapes only what HTTP forbids, so that the server reads `..`, `//` and percent signs as written. */
function escapeUnprintable(text: string): string {
  return Buffer.from(text)
    .toString()
    .replace(/[^!-~]/gu, (character) => encodeURIComponent(character));
}

/** Sends a request with exactly this address: `fetch` would change it. */
async function getPage(target: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const start = target.indexOf("/", "http://".length);
  const { hostname, port } = new URL(target.slice(0, start));
  return await new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: target.slice(start), headers, timeout: LIMIT_MS },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream does not end: its first piece is enough.
          if (String(incoming.headers["content-type"]).startsWith("text/event-stream")) incoming.destroy();
        });
        incoming.once("error", reject);
        incoming.once("close", () => {
          const status = incoming.statusCode ?? 500;
          const answer = new Headers();
          for (const [name, value] of Object.entries(incoming.headers)) answer.set(name, String(value));
          const hasBody = ![204, 304].includes(status);
          resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: answer }));
        });
      },
    );
    sent.once("timeout", () => sent.destroy(new Error(`no answer within ${LIMIT_MS} ms`)));
    sent.once("error", reject);
    sent.end();
  });
}
