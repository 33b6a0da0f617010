import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type ChatWorld, openChatWorld } from "./support/chat-world.ts";
import { IS_SOAK } from "./support/soak.ts";
import { hasTmux, startInTmux, type TmuxTerminal } from "./support/tmux.ts";

/** Turns that only talk, after the others: 40 turns in all in soak, otherwise 20, which fill the screen several times. */
const TALKS = IS_SOAK ? 30 : 10;
const COLUMNS = 100;
const SCREENS = fileURLToPath(new URL("../../../.cache/reports/chat-screens", import.meta.url));
const PASTED = Array.from({ length: 500 }, (_, index) => `line ${index} of the file, 第 ${index} 行`).join(
  "\n",
);

let world: ChatWorld;
let terminal: TmuxTerminal;
let shots = 0;

beforeAll(async () => {
  world = await openChatWorld();
  await rm(SCREENS, { recursive: true, force: true });
  await mkdir(SCREENS, { recursive: true });
});
afterAll(async () => world?.close());
afterEach(async () => terminal?.close());

async function open(...options: readonly string[]): Promise<void> {
  terminal = await startInTmux(["chat", "--model", "mock/priced", "--folder", world.project, ...options], {
    variables: world.chatVariables,
    ...{ columns: COLUMNS, rows: 24 },
  });
  await terminal.shows("/help");
}

/** Keeps a screen to be looked at. */
async function keep(name: string): Promise<string> {
  const screen = await terminal.screen();
  shots += 1;
  await writeFile(path.join(SCREENS, `${String(shots).padStart(2, "0")}-${name}.txt`), `${screen}\n`);
  return screen;
}

async function enter(text: string): Promise<void> {
  await terminal.type(text);
  await terminal.press("Enter");
}

/** Waits until no run is active: the last rows are the status of the conversation and an empty prompt. */
const idle = async (): Promise<string> => await terminal.shows(/\/help\n›$/u);

async function talk(number: number): Promise<void> {
  await enter(`Turn ${number}, please`);
  await terminal.shows(`Second line of ${number}, 你好。`);
  await idle();
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

it.skipIf(!hasTmux)("asks new people to introduce themselves, and lets them skip it", async () => {
  const scope = { workspaceId: "fresh", personId: "local" };
  await world.database.workspaces.create({ id: scope.workspaceId, slug: "fresh", name: "Fresh" });
  terminal = await startInTmux(["chat", "--workspace", "fresh", "--folder", world.project], {
    variables: world.chatVariables,
    ...{ columns: COLUMNS, rows: 24 },
  });
  await terminal.shows("What is your agent called?");
  await enter("Iris");
  await terminal.shows("How should it work and speak?");
  await keep("introduction");
  await terminal.press("C-c");
  await terminal.shows("/help");
  const { text } = await world.database.profiles.read(scope, { file: "soul", day: null });
  expect(text).toBe("## Name\nIris");
});

it.skipIf(!hasTmux)(
  "holds a long conversation in a terminal, with everything a person does there",
  async () => {
    await open();
    await keep("new");
    // Streaming, and a resize while the answer streams.
    const finishFirst = world.hold();
    await enter("Turn 1, please");
    await terminal.shows(/Answer 1[^]*answering[^]*Ctrl\+C stops/u);
    await terminal.resize(38, 14);
    await terminal.shows(/answering · \d+ s · Ctrl\+C stops\n›$/u);
    await keep("narrow-while-streaming");
    await terminal.resize(COLUMNS, 24);
    finishFirst();
    await terminal.shows("Second line of 1");
    await idle();
    expect(occurrences(await keep("wide-again"), "Second line of 1")).toBe(1);

    // Chinese, edited in the middle.
    await terminal.type("Turn 2: 你界");
    await terminal.press("Left");
    await terminal.type("好，世");
    await terminal.shows("› Turn 2: 你好，世界");
    await terminal.press("Enter");
    await terminal.shows("Second line of 2, 你好。");
    await idle();
    expect(world.model.bodies.at(-1)).toContain("Turn 2: 你好，世界");
    await keep("chinese");

    // A paste of 500 lines is one word on the screen and whole for the model.
    await terminal.type("Read this: ");
    await terminal.paste(PASTED);
    await terminal.shows("› Read this: [pasted 500 lines]");
    await keep("paste");
    await terminal.press("Enter");
    await terminal.shows("Read 500 lines.");
    await idle();
    expect(world.model.bodies.at(-1)).toContain(JSON.stringify(PASTED).slice(1, -1));

    // An approval, while the person was writing something else.
    const ask = world.hold();
    await enter("Save notes");
    await terminal.type("a draft");
    await terminal.shows(/› a draft$/u);
    ask();
    await terminal.shows(/waiting for you[^\n]*\n\[a\]pprove[^\n]*\n›$/u);
    await keep("approval");
    await enter("a");
    await terminal.shows("✓ write_file");
    await terminal.shows(/\/help\n› a draft$/u);
    await terminal.press("C-u");
    await idle();

    // A question.
    await enter("Ask me");
    await terminal.shows("2. Ben");
    await terminal.shows(/Answer:\s*\n›$/u);
    await keep("question");
    await enter("2");
    await terminal.shows("✓ ask_user: Ben");
    await idle();

    // A budget in money: its warning, its end and its raise.
    await enter("/budget 0.004usd");
    await terminal.shows("Each run: 0.004usd.");
    await enter("Look around");
    await terminal.shows("! 80% of the budget of 0.004usd is used (0.0033usd)");
    await idle();
    await keep("budget-warning");
    await enter("/budget 0.002usd");
    await enter("Look around again");
    await terminal.shows("The budget of 0.002usd is used up");
    await keep("budget-used-up");
    await enter("1usd");
    await idle();
    await enter("/budget");
    await terminal.shows(/This conversation: \$0\.0[12]/u);
    await keep("budget");

    await enter("/budget none");
    await terminal.shows("Each run: no budget.");

    // Goals, as they change and on request.
    await enter("Plan it");
    await terminal.shows(/ ○ Read the sources\n[^]* ✓ Read the sources: Two files\./u);
    await idle();
    await enter("/goals");
    await terminal.shows("├─ ✓ 1 Read the sources: Two files.\n└─ ▸ 2 Write it down");
    await keep("goals");

    // Ctrl+C stops a run; the next turn works.
    const finishThird = world.hold();
    await enter("Turn 3, please");
    await terminal.shows("Answer 3");
    await terminal.press("C-c");
    await terminal.shows("cancelled");
    finishThird();
    await idle();
    await keep("stopped");

    for (let number = 10; number < 10 + TALKS; number += 1) await talk(number);
    const before = await terminal.all();
    for (let number = 10; number < 10 + TALKS; number += 1)
      expect([number, occurrences(before, `Answer ${number}:`)]).toEqual([number, 1]);

    // Two interrupts leave; a restart continues, with the history of the person.
    await terminal.press("C-c");
    await terminal.shows("Ctrl+C again leaves");
    await terminal.press("C-c");
    expect(await terminal.ended()).toBe(0);
    await keep("left");
    await terminal.close();
    await open("--continue");
    await terminal.shows(`Second line of ${9 + TALKS}`);
    await keep("restarted");
    await terminal.press("Up");
    await terminal.shows(`› Turn ${9 + TALKS}, please`);
    await terminal.press("C-u");
    await talk(99);
    expect(world.model.bodies.at(-1)).toContain("Turn 2: 你好，世界");
    await enter("/quit");
    expect(await terminal.ended()).toBe(0);
    await keep("quit");
    const daily = path.join(world.chatVariables["GOALTRACE_HOME"] ?? "", ".goaltrace/memories/daily");
    const [today = ""] = await readdir(daily);
    expect(await readFile(path.join(daily, today), "utf8")).toContain("Turn 1, please");

    const runs = await world.runs();
    expect(new Set(runs.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(runs).toHaveLength(10 + TALKS);
    expect(runs.filter(({ status }) => status !== "completed").map(({ task }) => task)).toEqual([
      "Turn 3, please",
    ]);
    expect(world.model.complaints).toEqual([]);
  },
);

it.skipIf(!hasTmux)(
  "takes texts while a run works, can be left in the middle, and continues that run when it is opened again",
  async () => {
    await open();
    const finish = world.hold();
    await enter("Turn 50, please");
    await terminal.shows("Answer 50: first line.");
    await enter("And turn 51");
    await terminal.shows("The model reads this before its next call.");
    finish();
    await terminal.shows("Second line of 51");
    await idle();
    expect(world.model.bodies.at(-1)).toContain("And turn 51");
    await keep("steered");

    const leaveBehind = world.hold();
    await enter("Turn 52, please");
    await terminal.shows(/Ctrl\+C stops[^]*›$/u);
    await enter("/quit");
    expect(await terminal.ended()).toBe(0);
    const left = (await world.runs()).at(-1);
    expect(left?.endedAt).toBeNull();
    expect(await keep("left-in-the-middle")).toContain(`Run ${left?.id ?? ""} has not ended.`);
    await terminal.close();
    leaveBehind();
    await open("--continue");
    await terminal.shows("Second line of 52");
    await idle();
    expect((await world.trace(left?.id ?? "")).status).toBe("completed");
    await terminal.press("C-d");
    expect(await terminal.ended()).toBe(0);
  },
);
