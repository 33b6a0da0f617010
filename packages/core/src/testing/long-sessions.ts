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
  const random = createRandom(11);
  const session = createSessionWriter(
    writeLines(30, (line) => `Rule ${line + 1}: ${randomWords(random, 12)}.`),
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
        ids.map((id, issue) => [id, `Repair issue #${4_100 + issue * 17}: ${randomWords(random, 5)}`]),
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
      const file = `src/${randomWords(random, 1)}/${randomWords(random, 1)}-${randomWords(random, 1)}.ts`;
      session.step(`Let me look for ${randomWords(random, 4)}.`, searchCall(random));
      session.step(`It may be in ${file}. ${randomWords(random, 14)}.`, openCall(random, file));
      if (random(2) === 0)
        session.step(
          "Both sides matter here.",
          openCall(random, `${file}.part`),
          openCall(random, file.replace("src/", "test/")),
        );
      session.step(
        `The cause is that ${randomWords(random, 12)}. We will use ${randomWords(random, 2)} instead.`,
        editCall(random, file),
      );
      session.step("Now the tests.", testCall(random, file));
    }
    session.step(
      `Issue #${4_100 + issue * 17} is fixed: ${randomWords(random, 18)}.`,
      goalCall([closeGoal(id, randomWords(random, 12))]),
      todoCall(todos.map((todo) => ({ ...todo, status: "completed" as const }))),
    );
    if (issue % 3 === 2)
      session.user(
        `Before you go on: ${randomWords(random, 10)}; order ORD-${issue}77-${random(9_000)} must keep working.`,
      );
  }
  return session.messages;
}

function searchCall(random: Random): SessionCall {
  const pattern = randomWords(random, 1);
  return {
    name: "search",
    input: { pattern, folder: "src" },
    output: writeLines(
      4 + random(24),
      () =>
        `src/${randomWords(random, 1)}/${randomWords(random, 1)}.ts:${random(900)}: ${randomWords(random, 5)}`,
    ),
  };
}

function openCall(random: Random, path: string): SessionCall {
  const from = random(40) * 10;
  return {
    name: "open",
    input: { path, from_line: from },
    output: writeLines(
      40 + random(60),
      (line) =>
        `${from + line}: const ${randomWords(random, 1)} = ${randomWords(random, 1)}(${randomWords(random, 2).replace(" ", ", ")});`,
    ),
  };
}

function editCall(random: Random, path: string): SessionCall {
  return {
    name: "edit",
    input: { path, old: randomWords(random, 20), new: randomWords(random, 26) },
    output: `Edited ${path}.\n${writeLines(8, (line) => `${line}: ${randomWords(random, 6)}`)}`,
  };
}

function testCall(random: Random, path: string): SessionCall {
  const failed = random(3) === 0;
  const log = writeLines(10 + random(40), () => ` ok ${randomWords(random, 6)} (${random(90)} ms)`);
  return {
    name: "run",
    input: { command: `npm test -- ${path}` },
    output: failed
      ? `Error: ${randomWords(random, 6)} is not a function\n  at ${path}:${random(300)}\n${log}`
      : log,
  };
}

/** A session of web research for a comparison: long pages, sometimes several in parallel, with notes in between. */
function browsingSession(topics = 12): readonly TranscriptMessage[] {
  const random = createRandom(23);
  const session = createSessionWriter(writeLines(20, () => randomWords(random, 14)));
  session.user(
    "Compare the suppliers below. I need prices with their source, and no supplier outside the EU.",
  );
  const ids = Array.from({ length: topics }, (_, topic) => `supplier-${topic}`);
  session.step(
    "",
    goalCall(
      createGoals(
        "root",
        ids.map((id) => [id, `Prices of ${randomWords(random, 3)} (${id})`]),
      ),
    ),
  );
  for (const [topic, id] of ids.entries()) {
    session.step(`Next is ${id}.`, goalCall([{ op: "focused", goalId: id }]), {
      name: "web_search",
      input: { query: randomWords(random, 4) },
      output: writeLines(
        8,
        (line) =>
          `${line + 1}. https://example.com/${randomWords(random, 1)}/${random(900)} ${randomWords(random, 16)}`,
      ),
    });
    for (let round = 0; round < 5; round += 1) {
      session.step(
        `I read what ${randomWords(random, 3)} says.`,
        ...Array.from({ length: 1 + (random(4) === 0 ? 2 : 0) }, () => fetchCall(random)),
      );
      session.step(
        `Found ${random(900)}.${random(90)} EUR per unit for ${randomWords(random, 3)}; ${randomWords(random, 20)}.`,
        {
          name: "note",
          input: { text: randomWords(random, 12) },
          output: "noted",
        },
      );
    }
    session.step(`${id} is done.`, goalCall([closeGoal(id, `${random(900)} EUR`)]));
    if (topic % 2 === 1) session.user(`Also look at ${randomWords(random, 8)}, at most ${random(900)} EUR.`);
  }
  return session.messages;
}

function fetchCall(random: Random): SessionCall {
  const path = `${randomWords(random, 1)}/${random(9_000)}`;
  return {
    name: "fetch_page",
    input: { url: `https://example.com/${path}` },
    output: writeLines(30 + random(120), () => `- ${randomWords(random, 9)} [${random(500)}]`),
  };
}

/** A support desk: many short user turns, record lookups, changes after confirmation. */
function supportSession(cases = 40): readonly TranscriptMessage[] {
  const random = createRandom(37);
  const session = createSessionWriter(
    writeLines(60, (line) => `Policy ${line + 1}: ${randomWords(random, 16)}.`),
  );
  let todos: readonly Todo[] = [];
  for (let number = 0; number < cases; number += 1) {
    const order = `#W${random(9_000_000)}`;
    session.user(
      `Hello, my order ${order} has ${randomWords(random, 6)}. I want it changed, but not refunded.`,
    );
    session.step(`I am sorry to hear that. May I have your ${randomWords(random, 2)}?`);
    session.user(`It is ${randomWords(random, 1)}_${random(9_000)}. ${randomWords(random, 8)}.`);
    session.step("", recordCall(random, "get_customer", order));
    session.step("", recordCall(random, "get_order", order), recordCall(random, "get_product", order));
    session.step(`I can change it: ${randomWords(random, 40)}. Shall I go on (yes or no)?`);
    session.user(random(4) === 0 ? `No, rather ${randomWords(random, 10)}.` : "Yes.");
    session.step("", recordCall(random, "modify_order", order));
    const next: Todo = { id: `todo-${number}`, text: `Tell the warehouse about ${order}`, status: "pending" };
    todos = [...todos.slice(-7), next];
    session.step("", todoCall(todos));
    session.step(`Done: ${randomWords(random, 30)}. Is there anything else?`);
  }
  return session.messages;
}

function recordCall(random: Random, name: string, order: string): SessionCall {
  const fields = Array.from({ length: 10 + random(25) }, () => [
    randomWords(random, 1),
    `${randomWords(random, 2)} ${random(900)}`,
  ]);
  return { name, input: { order }, output: JSON.stringify(Object.fromEntries(fields), null, 1) };
}

/** Generated long sessions by name. */
export const longSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = {
  repair: () => repairSession(),
  browsing: () => browsingSession(),
  support: () => supportSession(),
};
