import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import { goaltrace, type Outcome, startCommand } from "./support/process.ts";

let world: AskingWorld;

beforeAll(async () => {
  world = await openAskingWorld();
});
afterAll(async () => await world?.close());

const tools = async (...args: readonly string[]): Promise<Outcome> =>
  await goaltrace(["tools", ...args, "--folder", world.project], world.variables(null));

const Listed = z.object({
  ...{ name: z.string(), effect: z.enum(["allow", "ask", "deny"]) },
  inputSchema: z.object({ type: z.literal("object") }),
});
const Called = z.object({
  traceId: z.string(),
  result: z.object({ outcome: z.string(), output: z.string() }).nullable(),
});

it("lists every tool with what the rules decide about it, for people and for programs", async () => {
  const json = await tools("list", "--json");
  expect(json).toMatchObject({ code: 0, stderr: "" });
  const listed = json.stdout
    .trim()
    .split("\n")
    .map((line) => Listed.parse(JSON.parse(line)));
  const effects = new Map(listed.map(({ name, effect }) => [name, effect]));
  expect(effects.get("read_file")).toBe("allow");
  expect(effects.get("write_file")).toBe("ask");
  const plain = await tools("list");
  const lines = plain.stdout.trim().split("\n");
  expect(lines).toHaveLength(listed.length);
  expect(lines.find((line) => line.startsWith("write_file "))).toMatch(/^write_file +ask +\S/u);
});

it("calls a tool in a run of its own and prints its result, without a model or a worker", async () => {
  await writeFile(path.join(world.project, "notes.md"), "Ship on Friday.\n");
  const called = await tools("call", "read_file", "--args", '{"path": "notes.md"}');
  expect(called.code).toBe(0);
  expect(called.stdout).toContain("Ship on Friday.");
  const json = await tools("call", "read_file", "--args", '{"path": "notes.md"}', "--json");
  const { traceId, result } = Called.parse(JSON.parse(json.stdout));
  expect(result).toMatchObject({ outcome: "ok" });
  const log = await world.log(traceId);
  expect(log.filter((entry) => entry.kind === "event" && entry.type === "call.started")).toEqual([]);
  expect(log.find((entry) => entry.kind === "message" && entry.role === "tool")).toMatchObject({
    toolName: "read_file",
    output: result?.output,
  });
});

it("changes nothing that would ask a person, and does it where an option permits it", async () => {
  const file = path.join(world.project, "new.md");
  const args = ["--args", JSON.stringify({ path: "new.md", content: "Hello\n" })];
  const denied = await tools("call", "write_file", ...args);
  expect(denied.code).toBe(1);
  expect(denied.stdout).toContain("--allow 'write_file(new.md)'");
  await expect(readFile(file)).rejects.toMatchObject({ code: "ENOENT" });
  const permitted = await tools("call", "write_file", ...args, "--allow", "write_file(new.md)");
  expect(permitted.code).toBe(0);
  expect(await readFile(file, "utf8")).toBe("Hello\n");
});

it("exits with 1 when the call fails, and prints the lines of a command while it runs", async () => {
  const missing = await tools("call", "read_file", "--args", '{"path": "absent.md"}');
  expect(missing.code).toBe(1);
  expect(missing.stdout).toContain("absent.md");
  const command = { command: "echo first; until [ -s gate ]; do sleep 0.05; done; cat gate" };
  const running = startCommand(
    ["tools", "call", "bash_command", "--args", "-", "--allow", "bash_command", "--folder", world.project],
    world.variables(null),
    { input: JSON.stringify(command) },
  );
  await expect.poll(() => running.stdout(), { timeout: 60_000 }).toContain("first");
  await writeFile(path.join(world.project, "gate"), "second\n");
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("second");
});

it.each([
  [["call", "read_fle"], "Did you mean read_file?"],
  [["call", "read_file", "--args", "notes.md"], "must be one JSON object"],
])("%j exits with an error that names the fix", async (args, fix) => {
  const failed = await tools(...args);
  expect(failed.code).not.toBe(0);
  expect(failed.stderr).toContain(fix);
});
