import { closeGoal, createGoals } from "./goal-operations.ts";
import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import type { Todo } from "../log/run-event.ts";
import {
  createRandom,
  createSessionWriter,
  writeLines,
  type SessionCall,
  randomWords,
} from "./session-writer.ts";
import { goalCall, todoCall } from "./track-state.ts";

type Random = (most: number) => number;

/** A session of repository repairs: search, open in pages, edit, run the tests, with occasional errors and user messages. */
function repairSession(issues = 14): readonly TranscriptMessage[] {
  const dice = createRandom(11);
  const session = createSessionWriter(
    writeLines(30, (line) => `Rule ${line + 1}: ${randomWords(dice, 12)}.`),
  );
  session.user(
    "Repair the open issues of this repository, one after the other. Never change the public interface of src/pay/index.ts, and run the tests after each edit.",
  );
  const ids = Array.from({ length: issues }, (_, issue) => `issue-${issue}`);
  session.step(
    "I plan first.",
    goalCall(
      createGoals(
        "root",
        ids.map((id, issue) => [id, `Repair issue #${4_100 + issue * 17}: ${randomWords(dice, 5)}`]),
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
      const file = `src/${randomWords(dice, 1)}/${randomWords(dice, 1)}-${randomWords(dice, 1)}.ts`;
      session.step(`Let me look for ${randomWords(dice, 4)}.`, searchCall(dice));
      session.step(`It may be in ${file}. ${randomWords(dice, 14)}.`, openCall(dice, file));
      if (dice(2) === 0)
        session.step(
          "Both sides matter here.",
          openCall(dice, `${file}.part`),
          openCall(dice, file.replace("src/", "test/")),
        );
      session.step(
        `The cause is that ${randomWords(dice, 12)}. We will use ${randomWords(dice, 2)} instead.`,
        editCall(dice, file),
      );
      session.step("Now the tests.", testCall(dice, file));
    }
    session.step(
      `Issue #${4_100 + issue * 17} is fixed: ${randomWords(dice, 18)}.`,
      goalCall([closeGoal(id, randomWords(dice, 12))]),
      todoCall(todos.map((todo) => ({ ...todo, status: "completed" as const }))),
    );
    if (issue % 3 === 2)
      session.user(
        `Before you go on: ${randomWords(dice, 10)}; order ORD-${issue}77-${dice(9_000)} must keep working.`,
      );
  }
  return session.messages;
}

function searchCall(dice: Random): SessionCall {
  const pattern = randomWords(dice, 1);
  return {
    name: "search",
    input: { pattern, folder: "src" },
    output: writeLines(
      4 + dice(24),
      () => `src/${randomWords(dice, 1)}/${randomWords(dice, 1)}.ts:${dice(900)}: ${randomWords(dice, 5)}`,
    ),
  };
}

function openCall(dice: Random, path: string): SessionCall {
  const from = dice(40) * 10;
  return {
    name: "open",
    input: { path, from_line: from },
    output: writeLines(
      40 + dice(60),
      (line) =>
        `${from + line}: const ${randomWords(dice, 1)} = ${randomWords(dice, 1)}(${randomWords(dice, 2).replace(" ", ", ")});`,
    ),
  };
}

function editCall(dice: Random, path: string): SessionCall {
  return {
    name: "edit",
    input: { path, old: randomWords(dice, 20), new: randomWords(dice, 26) },
    output: `Edited ${path}.\n${writeLines(8, (line) => `${line}: ${randomWords(dice, 6)}`)}`,
  };
}

function testCall(dice: Random, path: string): SessionCall {
  const failed = dice(3) === 0;
  const log = writeLines(10 + dice(40), () => ` ok ${randomWords(dice, 6)} (${dice(90)} ms)`);
  return {
    name: "run",
    input: { command: `npm test -- ${path}` },
    output: failed
      ? `Error: ${randomWords(dice, 6)} is not a function\n  at ${path}:${dice(300)}\n${log}`
      : log,
  };
}

/** A session of web research for a comparison: long pages, sometimes several in parallel, with notes in between. */
function browsingSession(topics = 12): readonly TranscriptMessage[] {
  const dice = createRandom(23);
  const session = createSessionWriter(writeLines(20, () => randomWords(dice, 14)));
  session.user(
    "Compare the suppliers below. I need prices with their source, and no supplier outside the EU.",
  );
  const ids = Array.from({ length: topics }, (_, topic) => `supplier-${topic}`);
  session.step(
    "",
    goalCall(
      createGoals(
        "root",
        ids.map((id) => [id, `Prices of ${randomWords(dice, 3)} (${id})`]),
      ),
    ),
  );
  for (const [topic, id] of ids.entries()) {
    session.step(`Next is ${id}.`, goalCall([{ op: "focused", goalId: id }]), {
      name: "web_search",
      input: { query: randomWords(dice, 4) },
      output: writeLines(
        8,
        (line) =>
          `${line + 1}. https://example.com/${randomWords(dice, 1)}/${dice(900)} ${randomWords(dice, 16)}`,
      ),
    });
    for (let round = 0; round < 5; round += 1) {
      session.step(
        `I read what ${randomWords(dice, 3)} says.`,
        ...Array.from({ length: 1 + (dice(4) === 0 ? 2 : 0) }, () => fetchCall(dice)),
      );
      session.step(
        `Found ${dice(900)}.${dice(90)} EUR per unit for ${randomWords(dice, 3)}; ${randomWords(dice, 20)}.`,
        {
          name: "note",
          input: { text: randomWords(dice, 12) },
          output: "noted",
        },
      );
    }
    session.step(`${id} is done.`, goalCall([closeGoal(id, `${dice(900)} EUR`)]));
    if (topic % 2 === 1) session.user(`Also look at ${randomWords(dice, 8)}, at most ${dice(900)} EUR.`);
  }
  return session.messages;
}

function fetchCall(dice: Random): SessionCall {
  const path = `${randomWords(dice, 1)}/${dice(9_000)}`;
  return {
    name: "fetch_page",
    input: { url: `https://example.com/${path}` },
    output: writeLines(30 + dice(120), () => `- ${randomWords(dice, 9)} [${dice(500)}]`),
  };
}

/** A support desk: many short user turns, record lookups, changes after confirmation. */
function supportSession(cases = 40): readonly TranscriptMessage[] {
  const dice = createRandom(37);
  const session = createSessionWriter(
    writeLines(60, (line) => `Policy ${line + 1}: ${randomWords(dice, 16)}.`),
  );
  let todos: readonly Todo[] = [];
  for (let number = 0; number < cases; number += 1) {
    const order = `#W${dice(9_000_000)}`;
    session.user(
      `Hello, my order ${order} has ${randomWords(dice, 6)}. I want it changed, but not refunded.`,
    );
    session.step(`I am sorry to hear that. May I have your ${randomWords(dice, 2)}?`);
    session.user(`It is ${randomWords(dice, 1)}_${dice(9_000)}. ${randomWords(dice, 8)}.`);
    session.step("", recordCall(dice, "get_customer", order));
    session.step("", recordCall(dice, "get_order", order), recordCall(dice, "get_product", order));
    session.step(`I can change it: ${randomWords(dice, 40)}. Shall I go on (yes or no)?`);
    session.user(dice(4) === 0 ? `No, rather ${randomWords(dice, 10)}.` : "Yes.");
    session.step("", recordCall(dice, "modify_order", order));
    const next: Todo = { id: `todo-${number}`, text: `Tell the warehouse about ${order}`, status: "pending" };
    todos = [...todos.slice(-7), next];
    session.step("", todoCall(todos));
    session.step(`Done: ${randomWords(dice, 30)}. Is there anything else?`);
  }
  return session.messages;
}

function recordCall(dice: Random, name: string, order: string): SessionCall {
  const fields = Array.from({ length: 10 + dice(25) }, () => [
    randomWords(dice, 1),
    `${randomWords(dice, 2)} ${dice(900)}`,
  ]);
  return { name, input: { order }, output: JSON.stringify(Object.fromEntries(fields), null, 1) };
}

/** Generated long sessions by name. */
export const longSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = {
  repair: () => repairSession(),
  browsing: () => browsingSession(),
  support: () => supportSession(),
};
