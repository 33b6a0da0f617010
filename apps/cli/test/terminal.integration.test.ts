import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { goaltrace } from "./support/process.ts";
import { hasTerminal, startInTerminal, type TerminalCommand } from "./support/terminal.ts";
import { until } from "./support/world.ts";

const CTRL_C = "\u0003";

let world: AskingWorld;
let model: MockModel;

beforeAll(async () => {
  world = await openAskingWorld();
  model = await startMockModel(({ messages }) => {
    const asked = messages
      .filter(({ role }) => role === "user")
      .map(({ content }) => JSON.stringify(content));
    const task = asked.join("\n");
    if (messages.some(({ role }) => role === "tool")) return { text: "Done." };
    if (task.includes("Ask first"))
      return {
        calls: [{ name: "ask_user", arguments: { question: "Which owner?", choices: ["Ana", "Ben"] } }],
      };
    const depth = Number(/Delegate (?<depth>\d)/u.exec(task)?.groups?.["depth"] ?? 0);
    if (depth > 0) {
      const prompt = depth === 1 ? "Save deepest" : `Delegate ${depth - 1}`;
      return { calls: [{ name: "task", arguments: { prompt } }] };
    }
    if (task.includes("Delegate")) return { calls: [{ name: "task", arguments: { prompt: "Save deep" } }] };
    const name = /Save (?<name>\w+)/u.exec(task)?.groups?.["name"] ?? "notes";
    return { calls: [{ name: "write_file", arguments: { path: `src/${name}.txt`, content: name } }] };
  });
});
afterAll(async () => {
  await model?.close();
  await world?.close();
});

const run = (task: string, ...options: readonly string[]): TerminalCommand =>
  startInTerminal(["run", "--folder", world.project, ...options, task], world.variables(model.baseUrl));
const written = async (name: string): Promise<string | null> =>
  await readFile(path.join(world.project, "src", `${name}.txt`), "utf8").catch(() => null);

it.skipIf(!hasTerminal)("asks in a terminal, line by line, and runs what the person approves", async () => {
  const terminal = run("Save one");
  await terminal.shows('? write_file {"path":"src/one.txt","content":"one"}');
  await terminal.shows("The conversation asks before calls that change something.");
  await terminal.shows("[a]pprove, always a[l]low, [e]dit or [d]eny? ");
  expect(await written("one")).toBeNull();
  terminal.type("a\n");
  expect(await terminal.ended).toBe(0);
  expect(await written("one")).toBe("one");
});

it.skipIf(!hasTerminal)("passes a denial with its reason to the model", async () => {
  const terminal = run("Save denied");
  await terminal.shows("[d]eny? ");
  terminal.type("d\n");
  await terminal.shows("Reason, for the model (may be empty): ");
  terminal.type("Not in src.\n");
  expect(await terminal.ended).toBe(0);
  expect(await written("denied")).toBeNull();
  expect(model.bodies.join("")).toContain("A person denied this call: Not in src.");
});

it.skipIf(!hasTerminal)("asks a question with its choices", async () => {
  const terminal = run("Ask first");
  await terminal.shows("? Which owner?");
  await terminal.shows("  2. Ben");
  await terminal.shows("Answer: ");
  terminal.type("2\n");
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen()).toContain("✓ ask_user: Ben");
});

it.skipIf(!hasTerminal)(
  "asks about a call of a sub-agent, with the agents above it, and continues both",
  async () => {
    const terminal = run("Delegate it");
    await terminal.shows("⇢ general 1");
    await terminal.shows("general > general (Save deep) asks:");
    await terminal.shows('? write_file {"path":"src/deep.txt","content":"deep"}');
    await terminal.shows("[a]pprove, always a[l]low, [e]dit or [d]eny? ");
    expect(await written("deep")).toBeNull();
    terminal.type("a\n");
    expect(await terminal.ended).toBe(0);
    expect(await written("deep")).toBe("deep");
  },
);

it.skipIf(!hasTerminal)(
  "asks about a call three levels down, with the exact arguments and every agent above",
  async () => {
    const terminal = run("Delegate 3");
    await terminal.shows(
      "general > general (Delegate 2) > general (Delegate 1) > general (Save deepest) asks:",
    );
    await terminal.shows('? write_file {"path":"src/deepest.txt","content":"deepest"}');
    await terminal.shows("[d]eny? ");
    terminal.type("a\n");
    expect(await terminal.ended).toBe(0);
    expect(await written("deepest")).toBe("deepest");
  },
);

it.skipIf(!hasTerminal)("asks about a budget that is used up, and continues with the answer", async () => {
  const terminal = run("Ask first", "--budget", "1steps");
  await terminal.shows("Answer: ");
  terminal.type("1\n");
  await terminal.shows("! the budget of 1steps is used up (1steps)");
  await terminal.shows("? The budget of 1steps is used up (1steps). Raise it, or stop here with a summary?");
  await terminal.shows("Answer: ");
  terminal.type("9steps\n");
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen()).toContain("Done.");
});

it.skipIf(!hasTerminal)("cancels the run when the person presses Ctrl+C at a question", async () => {
  const terminal = run("Save canceled");
  await terminal.shows("[d]eny? ");
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(1);
  expect(terminal.screen()).toContain("cancelled");
  expect(await written("canceled")).toBeNull();
});

it.skipIf(!hasTerminal)(
  "shows the exact rules of always allow, narrowest first, and writes the chosen one",
  async () => {
    const first = run("Save rule");
    await first.shows("always a[l]low");
    await first.shows("[d]eny? ");
    first.type("l\n");
    await first.shows("  1. write_file(src/rule.txt)  in the whole workspace");
    await first.shows("  2. write_file(src/**)  in the whole workspace");
    await first.shows("  3. write_file  in the whole workspace");
    await first.shows("nothing to go back: ");
    // Nothing goes back, and a number that is not listed asks again.
    first.type("\n");
    await first.shows("[d]eny? ");
    expect(await written("rule")).toBeNull();
    first.type("l\n");
    await first.shows("nothing to go back: ");
    first.type("9\n");
    await first.shows("nothing to go back: ");
    first.type("2\n");
    expect(await first.ended).toBe(0);
    expect(await written("rule")).toBe("rule");
    const rules = await world.database.permissions.rules(world.scope.workspaceId);
    expect(rules).toMatchObject([
      { layer: "workspace", effect: "allow", tool: "write_file", pattern: "src/**" },
    ]);
    const { items } = await world.database.audit.list(world.scope.workspaceId, { cursor: null, limit: 1 });
    expect(items).toMatchObject([{ action: "permissions.rule_added", target: "allow write_file(src/**)" }]);
    const next = run("Save free");
    expect(await next.ended).toBe(0);
    expect(next.screen()).not.toContain("[a]pprove");
    expect(await written("free")).toBe("free");
    await world.database.permissions.removeRule(world.scope.workspaceId, rules[0]?.id ?? "");
  },
);

it.skipIf(!hasTerminal)("lets another command approve with a rule, and withdraws the question", async () => {
  const terminal = run("Save elsewhere");
  await terminal.shows("[d]eny? ");
  const traceId = await until("the request", async () => {
    const { items } = await world.database.requests.list(world.scope, "waiting", { cursor: null, limit: 1 });
    return items[0]?.traceId;
  });
  const approve = async (rule: string) =>
    await goaltrace(["approve", traceId, "--always", rule], world.variables(null));
  const refused = await approve("write_file(*)");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("write_file(src/**) (workspace)");
  const approved = await approve("write_file(src/elsewhere.txt)");
  expect(approved.stdout).toContain("New rule: allow write_file(src/elsewhere.txt) (workspace).");
  await terminal.shows("This request was decided elsewhere");
  expect(await terminal.ended).toBe(0);
  expect(await written("elsewhere")).toBe("elsewhere");
});
