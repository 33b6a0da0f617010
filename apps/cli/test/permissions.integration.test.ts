import { afterAll, beforeAll, expect, it } from "vitest";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import { goaltrace } from "./support/process.ts";

let world: AskingWorld;

beforeAll(async () => {
  world = await openAskingWorld();
});
afterAll(async () => await world?.close());

const explain = async (...more: readonly string[]) =>
  await goaltrace(
    ["permissions", "explain", "--folder", world.project, ...more],
    world.variables("http://127.0.0.1:9"),
  );

it("explains how a call would be decided, for people and for programs", async () => {
  const plain = await explain("write_file", '{"path": "src/a.ts"}');
  expect(plain.code).toBe(0);
  expect(plain.stdout).toContain("Asks a person. The conversation asks before calls that change something.");
  expect(plain.stdout).toContain("compares  src/a.ts");
  const json = await explain("write_file", '{"path": "src/a.ts"}', "--allow", "write_file(src/**)", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ effect: "allow", cause: "rule", mode: "ask" },
    rules: [{ id: "allow:1", text: "allow write_file(src/**)", decides: true }],
  });
});

it("names the fix for arguments other than an object and for an unknown tool", async () => {
  const invalid = await explain("write_file", "src/a.ts");
  expect(invalid.code).not.toBe(0);
  expect(invalid.stderr).toContain("must be one JSON object");
  const unknown = await explain("wrte_file");
  expect(unknown.stderr).toContain("Available tools:");
});
