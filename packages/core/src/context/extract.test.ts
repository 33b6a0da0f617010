import { expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import { extractInto, noKeyInformation } from "./extract.ts";
import { buildLedger } from "../compaction/ledger.ts";
import { parseSections } from "../compaction/sections.ts";

function extractKeys(): ReturnType<typeof noKeyInformation> {
  const log = buildLog();
  log.user("Move the shop to port 8443. You must not change src/pay/index.ts. 不要删除数据。");
  log.assistant({
    text: "We decided to use nginx instead of caddy.",
    calls: [
      { id: "a", name: "read_file", arguments: '{"path":"conf/shop.yaml"}' },
      { id: "b", name: "edit_file", arguments: '{"path":"conf/nginx.conf"}' },
    ],
  });
  log.tool("a", { output: "port: 80" });
  log.tool("b", {
    output: "line 1\nError: permission denied at 3\n",
    outcome: "error",
    toolName: "edit_file",
  });
  log.assistant({ text: "The port is fixed, all 12 tests passed." });
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  return keys;
}

it("extracts files, tools, errors, completions, decisions, requirements and numbers", () => {
  const keys = extractKeys();
  expect([...keys.files.values()].map((file) => [file.text, file.changed])).toEqual([
    ["conf/shop.yaml", false],
    // The name of a tool and its arguments prove no change.
    ["conf/nginx.conf", false],
  ]);
  expect(keys.tools.get("edit_file")).toEqual({ name: "edit_file", calls: 1, failures: 1 });
  expect(keys.errors.map((error) => error.text)).toEqual(["edit_file error: Error: permission denied at 3"]);
  expect(keys.completions.map((note) => note.text)).toEqual(["The port is fixed, all 12 tests passed."]);
  expect(keys.decisions.map((note) => note.text)).toEqual(["We decided to use nginx instead of caddy."]);
  expect(keys.requirements.map((noted) => noted.text)).toEqual([
    "You must not change src/pay/index.ts.",
    "不要删除数据。",
  ]);
  expect([...keys.numbers.keys()]).toContain("8443");
});

it("marks each fact in the ledger as kept, reworded or dropped", () => {
  const ledger = buildLedger(
    extractKeys(),
    createGoalTree("task"),
    "You must not change src/pay/index.ts. Instead of caddy nginx is used, as decided. See nginx.conf.",
  );
  const states = Object.fromEntries(ledger.map((line) => [line.text, line.state]));
  expect(states).toMatchObject({
    "You must not change src/pay/index.ts.": "kept",
    "We decided to use nginx instead of caddy.": "reworded",
    "conf/nginx.conf": "reworded",
    "conf/shop.yaml": "dropped",
    "8443": "dropped",
  });
});

it("reads very long headings and words in linear time", () => {
  const stars = `## ${"*".repeat(400_000)}x`;
  expect([...parseSections(`${stars}\n## 7. Pending tasks **\r\n- ship`)]).toEqual([
    [1, stars],
    [7, "- ship"],
  ]);
  const keys = noKeyInformation();
  const log = buildLog();
  for (const text of ["a".repeat(8_000), `1${".".repeat(7_000)}% #4711, v1.2.3. $5.00`]) log.user(text);
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  expect([...keys.numbers.keys()].slice(1)).toEqual(["#4711", "v1.2.3", "$5.00"]);
});

it("knows the files that a call recorded to have read or changed, whatever its tool is called", () => {
  const log = buildLog();
  log.assistant({
    calls: [
      { id: "a", name: "frobnicate", arguments: '{"target":"x"}' },
      { id: "b", name: "write_report", arguments: '{"path":"./notes.md"}' },
    ],
  });
  log.tool("a", { output: "ok", toolName: "frobnicate" });
  log.tool("b", { output: "ok", toolName: "write_report" });
  const keys = noKeyInformation();
  const files = [{ path: "src/x.ts", use: "changed" as const }];
  const effects = new Map([["a", { isReadOnly: false, isSpilled: false, files }]]);
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry, effects);
  expect([...keys.files.values()].map(({ text, use, changed }) => [text, use, changed])).toEqual([
    ["notes.md", "named", false],
    ["src/x.ts", "changed", true],
  ]);
});

it("counts errors that results ended ok report, but not those that a file quotes", () => {
  const log = buildLog();
  log.assistant({ calls: ["a", "b", "c"].map((id) => ({ id, name: "run" })) });
  log.tool("a", { output: "2 tests\nTypeError: x is undefined\n[exit code: 1]", toolName: "run" });
  log.tool("b", { output: "all good", toolName: "run" });
  log.tool("c", { output: "TypeError: as an example in a document", toolName: "run" });
  const keys = noKeyInformation();
  const files = [{ path: "docs/errors.md", use: "read" as const }];
  const effects = new Map([["c", { isReadOnly: true, isSpilled: false, files }]]);
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry, effects);
  expect(keys.errors.map(({ text }) => text)).toEqual(["run ok: TypeError: x is undefined"]);
  expect(keys.tools.get("run")).toEqual({ name: "run", calls: 3, failures: 1 });
});
