// A language server for tests: every BAD in a file is a problem. DIE ends it, DIE-ONCE only the first time in a folder.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";

let held = Buffer.alloc(0);
const texts = new Map();
appendFileSync("started.log", `${process.pid}\n`);
process.stdin.on("end", () => process.exit(0));
process.stdin.on("data", (chunk) => {
  held = Buffer.concat([held, chunk]);
  for (;;) {
    const end = held.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = Number(/: (\d+)/u.exec(held.toString("latin1", 0, end))[1]);
    if (held.length < end + 4 + length) return;
    const message = JSON.parse(held.toString("utf8", end + 4, end + 4 + length));
    held = held.subarray(end + 4 + length);
    receive(message);
  }
});

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

function receive({ id, method, params }) {
  if (method === "textDocument/didOpen") texts.set(params.textDocument.uri, params.textDocument.text);
  if (method === "textDocument/didChange") texts.set(params.textDocument.uri, params.contentChanges[0].text);
  if (id === undefined) return;
  send({ id, result: answer(method, params) });
}

function answer(method, params) {
  const uri = params.textDocument?.uri;
  const text = texts.get(uri) ?? "";
  if (text.includes("DIE-ONCE") && !existsSync("died")) {
    writeFileSync("died", "");
    process.exit(3);
  }
  if (text.includes("DIE!")) process.exit(4);
  if (text.includes("BABBLE")) process.stdout.write("Content-Length: 3\r\n\r\n{]}");
  switch (method) {
    case "textDocument/diagnostic":
      return { items: [...texts].flatMap(([, one]) => problems(one)) };
    case "textDocument/hover":
      return {
        contents: { kind: "plaintext", value: `at ${params.position.line}:${params.position.character}` },
      };
    case "textDocument/definition":
      return [...texts.keys()].map((one) => ({ uri: one, range: rangeAt(0, 0) }));
    case "textDocument/references":
      return [`${uri.slice(0, uri.lastIndexOf("/"))}/hidden.py`, "file:///usr/lib/outside.py"].map((one) => ({
        ...{ uri: one, range: rangeAt(0, 0) },
      }));
    default:
      return { capabilities: {} };
  }
}

function problems(text) {
  return text
    .split("\n")
    .flatMap((line, row) =>
      line.includes("BAD")
        ? [{ range: rangeAt(row, line.indexOf("BAD")), severity: 1, code: "bad", message: "It is\n  bad." }]
        : [],
    );
}

function rangeAt(line, character) {
  return { start: { line, character }, end: { line, character: character + 1 } };
}
