// A server over standard input and output that behaves in one bad way after another: its first argument is the way. Written without a library.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers";

const [mode] = process.argv.slice(2);
const write = (line) => process.stdout.write(`${line}\n`);
const send = (message) => write(JSON.stringify({ jsonrpc: "2.0", ...message }));
const text = (value) => ({ content: [{ type: "text", text: value }] });
const schema = { type: "object", properties: { text: { type: "string" } } };
const echo = {
  name: "echo",
  description: "Returns its text.",
  inputSchema: schema,
  annotations: { readOnlyHint: true },
};
const MANY = 5_000;

const TOOLS = {
  "many-tools": () => [
    echo,
    ...Array.from({ length: MANY }, (_, index) => ({ ...echo, name: `tool_${index}` })),
  ],
  "huge-schema": () => [
    echo,
    {
      ...echo,
      name: "huge",
      inputSchema: { type: "object", properties: { a: { enum: Array(20_000).fill("aaaaaaaa") } } },
    },
  ],
  "odd-names": () => [
    echo,
    ...["__proto__", "constructor", "toString", "__", "a__b", "echo "].map((name) => ({ ...echo, name })),
  ],
  "odd-schemas": () => [
    echo,
    {
      ...echo,
      name: "deep",
      inputSchema: JSON.parse(`{"type":"object","x":${'{"a":'.repeat(190)}1${"}".repeat(190)}}`),
    },
    {
      ...echo,
      name: "circle",
      inputSchema: {
        type: "object",
        properties: { a: { $ref: "#" }, b: { $ref: "http://127.0.0.1:9/schema" } },
        $ref: "#",
      },
    },
  ],
  "same-name": () => [echo, { ...echo, description: "Another." }],
};

/** Answers a call once, badly, and well from then on. */
let calls = 0;
/** Questions of the flood. */
const QUESTIONS = 500;

const BAD_CALLS = {
  "deep-json": (id) =>
    write(`{"jsonrpc":"2.0","id":${id},"result":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
  "invalid-bytes": (id) => {
    const [before, after] = JSON.stringify({ jsonrpc: "2.0", id, result: text("a|b") }).split("|");
    process.stdout.write(
      Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(`${after}\n`)]),
    );
  },
  "wrong-result": (id) => send({ id, result: { content: "text", structuredContent: 7 } }),
  "no-result": (id) => send({ id }),
  "many-parts": (id) =>
    send({ id, result: { content: Array.from({ length: 50_000 }, () => ({ type: "text", text: "part" })) } }),
  "own-prototype": (id) =>
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}`,
    ),
  "secret-error": (id) =>
    send({ id, error: { code: -32000, message: `no access with ${process.env.API_KEY}` } }),
  "long-error": (id) =>
    send({ id, error: { code: -32000, message: "e".repeat(5_000_000), data: "d".repeat(1_000_000) } }),
  "thousand-images": (id) =>
    send({
      id,
      result: {
        content: Array.from({ length: 1_000 }, (_, index) => ({
          ...{ type: "image", mimeType: "image/png" },
          data: Buffer.from(`image ${index}`).toString("base64"),
        })),
      },
    }),
  "split-secret": (id) => {
    const key = process.env.API_KEY;
    process.stderr.write(`uses ${key.slice(0, 5)}`, () =>
      setTimeout(
        () => process.stderr.write(`${key.slice(5)} now\n`, () => send({ id, result: text("done") })),
        50,
      ),
    );
  },
  "huge-progress": (id, progressToken) => {
    send({
      method: "notifications/progress",
      params: { progressToken, progress: 1, message: "m".repeat(2_000_000) },
    });
    send({ id, result: text("done") });
  },
  "late-answer": (id) => {
    late = id;
    process.stderr.write("called\n");
  },
  "endless-notices": () =>
    pump(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: {} })}\n`.repeat(100)),
  "slow-lists": (id) => {
    send({ method: "notifications/tools/list_changed" });
    send({ id, result: text("done") });
  },
  "endless-lines": () => pump("x\n".repeat(1_000)),
  "endless-bytes": () =>
    pump(`${JSON.stringify({ jsonrpc: "2.0", method: "x", params: { a: "z".repeat(2_000_000) } })}\n`),
  "deaf-pings": () => {
    process.stdin.pause();
    for (let count = 0; count < 15; count += 1)
      send({ id: `${count}${"i".repeat(5_000_000)}`, method: "ping" });
  },
  "progress-flood": (id, progressToken) => {
    for (let progress = 1; progress <= 20_000; progress += 1)
      send({
        method: "notifications/progress",
        params: { progressToken, progress, message: "m".repeat(100) },
      });
    send({ id, result: text("done") });
  },
  "false-progress": (id) => {
    for (const progressToken of [null, -1, "x", id + 50])
      send({ method: "notifications/progress", params: { progressToken, progress: "much" } });
    send({ id, result: text("done") });
  },
  "question-flood": () => {
    for (let count = 0; count < QUESTIONS; count += 1) ask(`q${count}`, `Question ${count}?`);
  },
  "asks-everything": (id) => {
    for (const method of ["sampling/createMessage", "roots/list", "tools/list", "x/y", "ping"])
      for (let count = 0; count < 500; count += 1) send({ id: `${method}${count}`, method, params: {} });
    send({ id, result: text("done") });
  },
  cancels: (id) => {
    send({ method: "notifications/cancelled", params: { requestId: id, reason: "I do not want to." } });
    send({ id, result: text("done") });
  },
};

/** Writes without an end, as fast as it is read. */
function pump(lines) {
  while (process.stdout.write(lines));
  process.stdout.once("drain", () => pump(lines));
}

let late;
/** Calls that wait for the next list. */
let held = [];
let isListing = false;

/** Announces a change while a list is read, and says when it is asked for another one before it has answered. */
function listSlowly(id) {
  if (isListing) process.stderr.write("asked for two lists at once\n");
  isListing = true;
  appendFileSync("lists", "list\n");
  if ((lists += 1) < 4) send({ method: "notifications/tools/list_changed" });
  setTimeout(() => {
    isListing = false;
    send({ id, result: { tools: [echo] } });
  }, 600);
}
let lists = 0;

function ask(id, message) {
  const requestedSchema = { type: "object", properties: { answer: { type: "string" } } };
  send({ id, method: "elicitation/create", params: { mode: "form", message, requestedSchema } });
}

function list(id) {
  if (mode === "heavy-pages") {
    const tools = [{ ...echo, description: "z".repeat(9_000_000) }];
    return send({ id, result: { tools, nextCursor: String(Date.now() + Math.random()) } });
  }
  if (mode === "slow-lists" && calls > 0) return listSlowly(id);
  for (const call of held.splice(0)) send({ id: call, result: text("z".repeat(9_000_000)) });
  if (mode === "list-loop") {
    appendFileSync("lists", "list\n");
    setImmediate(() => send({ method: "notifications/tools/list_changed" }));
  }
  send({ id, result: { tools: (TOOLS[mode] ?? (() => [echo]))() } });
}

function handle({ id, method, params, result }) {
  if (method === "initialize") {
    const protocolVersion = mode === "strange-version" ? "9999-99-99" : "2025-11-25";
    const capabilities = {
      tools: { listChanged: true },
      ...(mode?.includes("resources") ? { resources: {} } : {}),
    };
    const serverInfo = mode === "no-name" ? undefined : { name: "hostile", version: "1" };
    return send({ id, result: { protocolVersion, capabilities, serverInfo } });
  }
  if (method === "tools/list") return list(id);
  if (method === "resources/list") {
    appendFileSync("lists", "list\n");
    return send({
      id,
      result: { resources: [{ uri: "note://1", name: "note" }], nextCursor: String(Date.now()) },
    });
  }
  if (method === "resources/read") {
    const { uri } = params;
    const contents = {
      "note://1": [{ uri, mimeType: "text/plain", text: "seven herons" }],
      "note://huge": [{ uri, text: "z".repeat(11 * 1024 * 1024) }],
      "note://strange": [{ uri: 7 }],
    };
    if (contents[uri] === undefined)
      return send({ id, error: { code: -32002, message: "Resource not found" } });
    return send({ id, result: { contents: contents[uri] } });
  }
  if (method === "notifications/cancelled" && params.requestId === late)
    for (let count = 0; count < 3; count += 1) send({ id: late, result: text("too late") });
  if (method === "tools/call") {
    calls += 1;
    if (mode === "large-calls" && calls <= 4) {
      held.push(id);
      return held.length < 4 ? undefined : send({ method: "notifications/tools/list_changed" });
    }
    if (mode === "links-resources")
      return send({ id, result: { content: [{ type: "resource_link", uri: "note://1", name: "note" }] } });
    const bad = calls === 1 ? BAD_CALLS[mode] : undefined;
    return bad === undefined
      ? send({ id, result: text(`echo: ${params.arguments?.text}`) })
      : bad(id, params._meta?.progressToken);
  }
  if (result !== undefined && mode === "question-flood" && result.action === "accept")
    return send({ id: lastCall, result: text(`answered ${id}: ${JSON.stringify(result.content)}`) });
  if (result !== undefined && mode === "question-flood" && (canceled += 1) === QUESTIONS - 1)
    process.stderr.write("all others were canceled\n");
  if (id !== undefined && method !== undefined)
    send({ id, error: { code: -32601, message: "Method not found" } });
  return undefined;
}

let lastCall;
let canceled = 0;
if (mode === "error-flood")
  for (let count = 0; count < 3_000; count += 1) process.stderr.write(`${"e".repeat(5_000)}\n`);
if (mode === "closes-errors") process.stderr.destroy();
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method === "tools/call") lastCall = message.id;
  handle(message);
});
