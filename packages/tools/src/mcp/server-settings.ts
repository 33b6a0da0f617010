import { z } from "zod";
import { refusedVariable } from "./refused-variables.ts";
import { serverSlug } from "./tool-name.ts";
import { SERVERS_MAX } from "./tunables.ts";

/** A server that this machine runs. `network`: whether it reaches the network from its sandbox. */
export type StdioSettings = {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
};

/** A server at an address. */
export type HttpSettings = {
  readonly kind: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The client that its authorization server knows by hand; null to use the metadata document or to register. */
  readonly oauth: { readonly clientId: string; readonly clientSecret: string } | null;
};

/**
 * How a server is reached. `trustsHints`: whether its hints about its tools (read-only, idempotent) affect permissions; otherwise every call counts
 * as one that changes something.
 */
export type McpServerSettings = (StdioSettings | HttpSettings) & { readonly trustsHints: boolean };

/** A server of a configuration, under the name that begins the names of its tools. */
export type NamedServer = { readonly name: string; readonly settings: McpServerSettings };

/** The content of a configuration: servers, and one sentence about each that cannot be used. */
export type ReadServers = {
  readonly servers: readonly NamedServer[];
  readonly problems: readonly { readonly name: string; readonly message: string }[];
};

const text = z.string().max(8_192);
const STDIO = z.object({
  type: z.literal("stdio").optional(),
  command: text.trim().min(1),
  args: z.array(text).max(200).optional().default([]),
  env: z.record(z.string().max(200), text).optional().default({}),
  network: z.boolean().optional().default(false),
  trustHints: z.boolean().optional().default(false),
});
const HTTP = z.object({
  type: z.enum(["http", "streamable-http", "streamableHttp"]).optional(),
  url: z.url({ protocol: /^https?$/u }).max(2_048),
  headers: z.record(z.string().max(200), text).optional().default({}),
  oauth: z
    .object({ clientId: text.trim().min(1), clientSecret: text.optional().default("") })
    .nullable()
    .optional()
    .default(null),
  trustHints: z.boolean().optional().default(false),
});
const FILE = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

/**
 * Reads servers in the widespread shape `{"mcpServers": {"name": {"command": …} | {"url": …}}}`, even without the outer object. A server with a
 * mistake is left out and reported; it never hides the others. `"disabled": true` leaves a server out.
 */
export function readServers(json: unknown): ReadServers {
  const file = FILE.safeParse(json);
  const entries = file.success ? Object.entries(file.data.mcpServers) : bareEntries(json);
  if (entries === null)
    return { servers: [], problems: [{ name: "", message: 'The file has no object "mcpServers".' }] };
  const servers = new Map<string, NamedServer>();
  const problems: { name: string; message: string }[] = [];
  for (const [name, value] of entries.slice(0, SERVERS_MAX)) {
    if (isDisabled(value)) continue;
    const read = readServer(name, value);
    if ("message" in read) problems.push({ name, message: read.message });
    else if (servers.has(read.name))
      problems.push({ name, message: `Another server is named "${read.name}" too.` });
    else servers.set(read.name, read);
  }
  if (entries.length > SERVERS_MAX)
    problems.push({ name: "", message: `Only the first ${String(SERVERS_MAX)} servers are read.` });
  return { servers: [...servers.values()], problems };
}

/** Reads one server, or returns one sentence about the problem with it. */
export function readServer(name: string, value: unknown): NamedServer | { readonly message: string } {
  const slug = serverSlug(name);
  if (slug === null) return { message: "Its name has no letters or digits." };
  if (typeof value !== "object" || value === null) return { message: "It is not an object." };
  if ("type" in value && value.type === "sse")
    return { message: "It uses the old transport SSE. Use its streamable HTTP address." };
  if ("url" in value) {
    const http = HTTP.safeParse(value);
    if (!http.success) return { message: problemOf(http.error) };
    const { url, headers, oauth, trustHints } = http.data;
    return { name: slug, settings: { kind: "http", url, headers, oauth, trustsHints: trustHints } };
  }
  const stdio = STDIO.safeParse(value);
  if (!stdio.success) return { message: problemOf(stdio.error) };
  const { command, args, env, network, trustHints } = stdio.data;
  const refused = Object.keys(env).find(refusedVariable);
  if (refused !== undefined)
    return { message: `The environment variable ${refused} can load code into programs, so it is refused.` };
  return { name: slug, settings: { kind: "stdio", command, args, env, network, trustsHints: trustHints } };
}

/** Returns a server in the shape that `readServer` reads. */
export function writeServer(settings: McpServerSettings): Readonly<Record<string, unknown>> {
  const hints = settings.trustsHints ? { trustHints: true } : {};
  if (settings.kind === "http") {
    const { url, headers, oauth } = settings;
    const own = { ...(isEmpty(headers) ? {} : { headers }), ...(oauth === null ? {} : { oauth }) };
    return { type: "http", url, ...own, ...hints };
  }
  const { command, args, env, network } = settings;
  return { command, args, ...(isEmpty(env) ? {} : { env }), ...(network ? { network } : {}), ...hints };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function bareEntries(json: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const entries = Object.entries(json);
  const isServer = (value: unknown): boolean =>
    typeof value === "object" && value !== null && ("command" in value || "url" in value);
  return entries.length > 0 && entries.every(([, value]) => isServer(value)) ? entries : null;
}

function isDisabled(value: unknown): boolean {
  return typeof value === "object" && value !== null && "disabled" in value && value.disabled === true;
}

function problemOf({ issues: [first] }: z.ZodError): string {
  return first === undefined ? "It cannot be read." : `${first.path.join(".") || "It"}: ${first.message}`;
}
