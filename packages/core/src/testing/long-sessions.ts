import { closeGoal, createGoals } from "./goal-operations.ts";
import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import type { Todo } from "../log/run-event.ts";
import { createDice, createSessionWriter, linesOf, type MadeCall, wordsOf } from "./session-writer.ts";
import { goalCall, todoCall } from "./track-state.ts";

type Dice = (most: number) => number;

/** Repairs of a repository, one after the other: search, open in pages, edit, run the tests; errors and a word of the person now and then. */
function repairSession(issues = 14): readonly TranscriptMessage[] {
  const dice = createDice(11);
  const session = createSessionWriter(linesOf(30, (line) => `Rule ${line + 1}: ${wordsOf(dice, 12)}.`));
  session.user(
    "Repair the open issues of this repository, one after the other. Never change the public interface of src/pay/index.ts, and run the tests after each edit.",
  );
  const ids = Array.from({ length: issues }, (_, issue) => `issue-${issue}`);
  session.step(
    "I plan first.",
    goalCall(
      createGoals(
        "root",
        ids.map((id, issue) => [id, `Repair issue #${4_100 + issue * 17}: ${wordsOf(dice, 5)}`]),
      ),
    ),
  );
  for (const [issue, id] of ids.entries()) {
    const todos = ["Reproduce it", "Find the cause", "Mend it", "Run the tests"].map((text, index): Todo => ({
      id: `${id}-${index}`,
      text: `${text} (#${4_100 + issue * 17})`,
      status: "pending",
    }));
    session.step("", goalCall([{ op: "focused", goalId: id }]), todoCall(todos));
    for (let round = 0; round < 3; round += 1) {
      const file = `src/${wordsOf(dice, 1)}/${wordsOf(dice, 1)}-${wordsOf(dice, 1)}.ts`;
      session.step(`Let me look for ${wordsOf(dice, 4)}.`, searched(dice));
      session.step(`It may be in ${file}. ${wordsOf(dice, 14)}.`, opened(dice, file));
      if (dice(2) === 0)
        session.step(
          "Both sides matter here.",
          opened(dice, `${file}.part`),
          opened(dice, file.replace("src/", "test/")),
        );
      session.step(
        `The cause is that ${wordsOf(dice, 12)}. We will use ${wordsOf(dice, 2)} instead.`,
        edited(dice, file),
      );
      session.step("Now the tests.", tested(dice, file));
    }
    session.step(
      `Issue #${4_100 + issue * 17} is fixed: ${wordsOf(dice, 18)}.`,
      goalCall([closeGoal(id, wordsOf(dice, 12))]),
      todoCall(todos.map((todo) => ({ ...todo, status: "completed" as const }))),
    );
    if (issue % 3 === 2)
      session.user(
        `Before you go on: ${wordsOf(dice, 10)}; order ORD-${issue}77-${dice(9_000)} must keep working.`,
      );
  }
  return session.messages;
}

function searched(dice: Dice): MadeCall {
  const pattern = wordsOf(dice, 1);
  return {
    name: "search",
    input: { pattern, folder: "src" },
    output: linesOf(
      4 + dice(24),
      () => `src/${wordsOf(dice, 1)}/${wordsOf(dice, 1)}.ts:${dice(900)}: ${wordsOf(dice, 5)}`,
    ),
  };
}

function opened(dice: Dice, path: string): MadeCall {
  const from = dice(40) * 10;
  return {
    name: "open",
    input: { path, from_line: from },
    output: linesOf(
      40 + dice(60),
      (line) =>
        `${from + line}: const ${wordsOf(dice, 1)} = ${wordsOf(dice, 1)}(${wordsOf(dice, 2).replace(" ", ", ")});`,
    ),
  };
}

function edited(dice: Dice, path: string): MadeCall {
  return {
    name: "edit",
    input: { path, old: wordsOf(dice, 20), new: wordsOf(dice, 26) },
    output: `Edited ${path}.\n${linesOf(8, (line) => `${line}: ${wordsOf(dice, 6)}`)}`,
  };
}

function tested(dice: Dice, path: string): MadeCall {
  const failed = dice(3) === 0;
  const log = linesOf(10 + dice(40), () => ` ok ${wordsOf(dice, 6)} (${dice(90)} ms)`);
  return {
    name: "run",
    input: { command: `npm test -- ${path}` },
    output: failed ? `Error: ${wordsOf(dice, 6)} is not a function\n  at ${path}:${dice(300)}\n${log}` : log,
  };
}

/** Reading the web for a comparison: long pages, several at once at times, notes in between. */
function browsingSession(topics = 12): readonly TranscriptMessage[] {
  const dice = createDice(23);
  const session = createSessionWriter(linesOf(20, () => wordsOf(dice, 14)));
  session.user(
    "Compare the suppliers below. I need prices with their source, and no supplier outside the EU.",
  );
  const ids = Array.from({ length: topics }, (_, topic) => `supplier-${topic}`);
  session.step(
    "",
    goalCall(
      createGoals(
        "root",
        ids.map((id) => [id, `Prices of ${wordsOf(dice, 3)} (${id})`]),
      ),
    ),
  );
  for (const [topic, id] of ids.entries()) {
    session.step(`Next is ${id}.`, goalCall([{ op: "focused", goalId: id }]), {
      name: "web_search",
      input: { query: wordsOf(dice, 4) },
      output: linesOf(
        8,
        (line) => `${line + 1}. https://example.com/${wordsOf(dice, 1)}/${dice(900)} ${wordsOf(dice, 16)}`,
      ),
    });
    for (let round = 0; round < 5; round += 1) {
      session.step(
        `I read what ${wordsOf(dice, 3)} says.`,
        ...Array.from({ length: 1 + (dice(4) === 0 ? 2 : 0) }, () => fetched(dice)),
      );
      session.step(
        `Found ${dice(900)}.${dice(90)} EUR per unit for ${wordsOf(dice, 3)}; ${wordsOf(dice, 20)}.`,
        {
          name: "note",
          input: { text: wordsOf(dice, 12) },
          output: "noted",
        },
      );
    }
    session.step(`${id} is done.`, goalCall([closeGoal(id, `${dice(900)} EUR`)]));
    if (topic % 2 === 1) session.user(`Also look at ${wordsOf(dice, 8)}, at most ${dice(900)} EUR.`);
  }
  return session.messages;
}

function fetched(dice: Dice): MadeCall {
  const path = `${wordsOf(dice, 1)}/${dice(9_000)}`;
  return {
    name: "fetch_page",
    input: { url: `https://example.com/${path}` },
    output: linesOf(30 + dice(120), () => `- ${wordsOf(dice, 9)} [${dice(500)}]`),
  };
}

/** A support desk: many short turns of a person, records looked up, changes made after a yes. */
function supportSession(cases = 40): readonly TranscriptMessage[] {
  const dice = createDice(37);
  const session = createSessionWriter(linesOf(60, (line) => `Policy ${line + 1}: ${wordsOf(dice, 16)}.`));
  let todos: readonly Todo[] = [];
  for (let number = 0; number < cases; number += 1) {
    const order = `#W${dice(9_000_000)}`;
    session.user(`Hello, my order ${order} has ${wordsOf(dice, 6)}. I want it changed, but not refunded.`);
    session.step(`I am sorry to hear that. May I have your ${wordsOf(dice, 2)}?`);
    session.user(`It is ${wordsOf(dice, 1)}_${dice(9_000)}. ${wordsOf(dice, 8)}.`);
    session.step("", record(dice, "get_customer", order));
    session.step("", record(dice, "get_order", order), record(dice, "get_product", order));
    session.step(`I can change it: ${wordsOf(dice, 40)}. Shall I go on (yes or no)?`);
    session.user(dice(4) === 0 ? `No, rather ${wordsOf(dice, 10)}.` : "Yes.");
    session.step("", record(dice, "modify_order", order));
    const next: Todo = { id: `todo-${number}`, text: `Tell the warehouse about ${order}`, status: "pending" };
    todos = [...todos.slice(-7), next];
    session.step("", todoCall(todos));
    session.step(`Done: ${wordsOf(dice, 30)}. Is there anything else?`);
  }
  return session.messages;
}

function record(dice: Dice, name: string, order: string): MadeCall {
  const fields = Array.from({ length: 10 + dice(25) }, () => [
    wordsOf(dice, 1),
    `${wordsOf(dice, 2)} ${dice(900)}`,
  ]);
  return { name, input: { order }, output: JSON.stringify(Object.fromEntries(fields), null, 1) };
}

/** The long sessions that are kept, by name. */
export const longSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = {
  repair: () => repairSession(),
  browsing: () => browsingSession(),
  support: () => supportSession(),
};
