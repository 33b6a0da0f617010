import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChatWorld, openChatWorld } from "./support/chat-world.ts";
import { type Outcome, startCommand } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";

let world: ChatWorld;
beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(async () => world?.close());

/** Turns that only talk, before and after the others: with these, 40 in soak, otherwise 16. */
const [BEFORE, AFTER] = IS_SOAK ? [18, 18] : [6, 6];

async function pipe(lines: readonly string[], options: readonly string[] = []): Promise<Outcome> {
  const command = ["chat", "--model", "mock/priced", "--folder", world.project, ...options];
  return await startCommand(command, world.chatVariables, { input: `${lines.join("\n")}\n` }).ended;
}

it("holds a long conversation over a pipe, with answers to its questions in it", async () => {
  const talks = Array.from({ length: BEFORE + AFTER }, (_, index) => `Turn ${index + 1}, 请`);
  const { code, stdout } = await pipe([
    ...talks.slice(0, BEFORE),
    ...["Save piped", "a", "Ask me", "2"],
    ...["/budget 0.004usd", "Look around"],
    ...["First line\\", "turn 700 in the second line"],
    ...["/budget none", "/budget", ...talks.slice(BEFORE)],
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain("✓ write_file: Created src/piped.txt");
  expect(stdout).toContain("✓ ask_user: Ben");
  expect(stdout).toContain("! 80% of the budget of 0.004usd is used (0.0033usd)");
  expect(stdout).toContain("Each run: no budget.");
  const answers = [
    ...stdout.matchAll(/^Answer (?<number>\d+): first line\.\nSecond line of \k<number>, 你好。$/gmu),
  ];
  const numbers = answers.map(({ groups }) => Number(groups?.["number"]));
  const inOrder = Array.from({ length: BEFORE + AFTER }, (_, index) => index + 1).toSpliced(BEFORE, 0, 700);
  expect(numbers).toEqual(inOrder);
  // A pipe has no screen to draw on.
  expect(stdout).not.toContain("\u001B");
  expect(stdout).not.toContain("Ctrl+C");
  const runs = await world.runs();
  expect(runs).toHaveLength(BEFORE + AFTER + 4);
  expect(new Set(runs.map(({ conversationId }) => conversationId)).size).toBe(1);
  expect(runs.find(({ task }) => task.startsWith("First"))?.task).toBe(
    "First line\nturn 700 in the second line",
  );
  expect(world.model.complaints).toEqual([]);
});

it("continues the last conversation, with its budget and its context", async () => {
  await pipe(["/budget 9usd", "Turn 801"]);
  const { code, stdout } = await pipe(["/budget", "Turn 802"], ["--continue"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Each run: 9usd.");
  expect(world.model.bodies.at(-1)).toContain("Turn 801");
  const [before, last] = (await world.runs()).slice(-2);
  expect(last).toMatchObject({ conversationId: before?.conversationId, budget: { usd: 9 }, tags: ["cli"] });
});

it("begins a new conversation with the same budget at /clear", async () => {
  const { stdout } = await pipe(["/budget 5usd", "Turn 803", "/clear", "Turn 804", "/quit", "Turn 805"]);
  expect(stdout).not.toContain("805");
  const [before, last] = (await world.runs()).slice(-2);
  expect(last?.task).toBe("Turn 804");
  expect(last?.conversationId).not.toBe(before?.conversationId);
  expect([before?.budget, last?.budget]).toEqual([{ usd: 5 }, { usd: 5 }]);
  const stored = await world.database.conversations.get(world.scope, last?.conversationId ?? "");
  expect(stored?.budget).toBe("5usd");
});

it("clears the history at /clear, and neither profile nor memory", async () => {
  const { profiles, memories } = world.database;
  const key = { file: "user", day: null } as const;
  const { version } = await profiles.read(world.scope, key);
  const text = "## Name\nMira of the harbor";
  await profiles.write(world.scope, key, { version, text, trimmed: "", byAgent: false });
  const remembered = await memories.list(world.scope);
  await pipe(["Turn 806", "/clear", "Turn 807"]);
  const request = JSON.parse(world.model.bodies.at(-1) ?? "{}") as {
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  };
  const said = request.messages.filter(({ role }) => role === "user").map(({ content }) => content ?? "");
  expect(said.join("\n")).toContain("Turn 807");
  expect(said.join("\n")).not.toContain("Turn 806");
  const system = request.messages.find(({ role }) => role === "system")?.content ?? "";
  expect(system).toContain(text);
  expect(system).toContain("Turn 806 (1 turn, completed)");
  expect(await profiles.read(world.scope, key)).toMatchObject({ version: version + 1, text });
  expect(await memories.list(world.scope)).toEqual(remembered);
});

it("asks about the calls of a sub-agent, and shows its work once", async () => {
  const { code, stdout } = await pipe(["Delegate: please save delegated", "a"]);
  expect(code).toBe(0);
  expect(stdout).toContain('general 1 │   → write_file {"path":"src/delegated.txt"');
  expect(stdout).toContain('? write_file {"path":"src/delegated.txt"');
  expect(stdout.split("  → task ").length - 1).toBe(1);
  expect(stdout).toMatch(/ ✓ task: .+\n/u);
  expect((await world.runs()).at(-1)?.status).toBe("completed");
});

it("asks about a call three levels down, with every agent above", async () => {
  const { code, stdout } = await pipe(["Delegate: delegate: delegate: please save deepest", "a"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "  general > general (delegate: delegate: please save deepest) > general (delegate: please save deepest) > general (please save deepest) asks:",
  );
  expect(stdout).toContain('? write_file {"path":"src/deepest.txt","content":"deepest"}');
  expect(stdout).toMatch(/general 1 │ +general 2 │ +general 3 │ +✓ write_file: Created src\/deepest.txt/u);
});

it("searches and changes the memory with /memory", async () => {
  const { code, stdout } = await pipe(["/memory add Prices are in cents", "/memory list", "/memory cents"]);
  expect(code).toBe(0);
  expect(stdout).toContain('  Saved as "Prices are in cents"');
  expect(stdout.split("Prices are in cents").length - 1).toBeGreaterThanOrEqual(3);
});

it("has the budget of its agent where the conversation has none", async () => {
  await world.database.budgets.saveForAgent(world.scope.workspaceId, "general", { usd: 7 });
  const { stdout } = await pipe(["/budget", "Turn 808", "/budget 6usd", "Turn 809"]);
  await world.database.budgets.saveForAgent(world.scope.workspaceId, "general", null);
  expect(stdout).toContain("Each run: 7usd, as the agent general.");
  const budgets = (await world.runs()).slice(-2).map(({ budget }) => budget);
  expect(budgets).toEqual([{ usd: 7 }, { usd: 6 }]);
});

it("leaves a question open when the input ends before its answer, for the next chat or the inbox", async () => {
  const { code, stdout } = await pipe(["Save later"]);
  expect(code).toBe(1);
  const run = (await world.runs()).at(-1);
  expect(stdout).toContain(`Run ${run?.id ?? ""} has not ended.`);
  expect(run).toMatchObject({ status: "waiting", waitingFor: "approval" });
  const next = await pipe(["a", "Turn 806"], ["--continue"]);
  expect(next.code).toBe(0);
  expect(next.stdout).toContain("✓ write_file: Created src/later.txt");
  expect(next.stdout).toContain("Answer 806");
});

it("ends with the error of a command that cannot be used", async () => {
  const unknown = await pipe(["/budgte 5usd"]);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean /budget?") as unknown,
  });
  const unreadable = await pipe(["/budget 5eur", "Turn 807"]);
  expect(unreadable.code).toBe(2);
  expect(unreadable.stderr).toContain('"5eur" is not an amount');
  const noModel = await pipe(["/model nothing"]);
  expect(noModel.stderr).toContain("The model nothing is not configured.");
});
