import type { Trace } from "@goaltrace/core/log";
import { type AskingWorld, openAskingWorld } from "./asking-world.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./mock-model.ts";
import { savePricedModel } from "./save-priced-model.ts";
import type { ChatRequest } from "./chat-request.ts";
import type { Variables } from "./process.ts";

/** Dollars per million tokens: a call of the mock costs 0.11 cents. */
const PRICE = 10;

/** A world whose mock model chats: it echoes, calls tools, asks and plans, as the message says. */
export type ChatWorld = AskingWorld & {
  readonly model: MockModel;
  readonly chatVariables: Variables;
  /** Makes answers stop in the middle of their streams. Returns the function that lets them continue. */
  hold(): () => void;
  /** The runs of the conversations, oldest first. */
  runs(): Promise<readonly Trace[]>;
};

/** Opens such a world over the database of this test file. */
export async function openChatWorld(): Promise<ChatWorld> {
  const world = await openAskingWorld();
  let held: Promise<void> | null = null;
  const model = await startMockModel(reply, (place) => (place === "middle" ? (held ?? 0) : 0));
  await savePricedModel(world, model.baseUrl, PRICE);
  // The person has introduced themselves, so chats begin at once.
  const user = { file: "user", day: null } as const;
  await world.database.profiles.write(world.scope, user, {
    version: 0,
    text: "",
    trimmed: "",
    byAgent: false,
  });
  return {
    ...world,
    model,
    chatVariables: world.variables(null),
    hold: () => {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = null;
        release();
      };
    },
    runs: async () => {
      const { items } = await world.database.traces.list(world.scope, {}, { cursor: null, limit: 200 });
      return items.toReversed();
    },
    close: async () => {
      await model.close();
      await world.close();
    },
  };
}

const PLAN = [
  [
    { op: "add", title: "Read the sources" },
    { op: "add", title: "Write it down" },
  ],
  [{ op: "done", goal: "1", summary: "Two files." }],
];

/** Answers the last message of a person; tool results of this turn count its steps. */
function reply({ messages }: ChatRequest): MockAnswer {
  const at = messages.findLastIndex(({ role, content }) => role === "user" && !content?.startsWith("<"));
  const text = String(messages[at]?.content ?? "");
  const results = messages.slice(at).filter(({ role }) => role === "tool").length;
  const task = /delegate: (?<task>.+)/iu.exec(text)?.groups?.["task"];
  if (task !== undefined && results === 0)
    return { calls: [{ name: "task", arguments: { agent: "general", prompt: task } }] };
  const name = /save (?<name>\w+)/iu.exec(text)?.groups?.["name"];
  if (name !== undefined && results === 0)
    return { calls: [{ name: "write_file", arguments: { path: `src/${name}.txt`, content: name } }] };
  if (text.includes("Ask me") && results === 0)
    return {
      calls: [{ name: "ask_user", arguments: { question: "Which owner?", choices: ["Ana", "Ben"] } }],
    };
  if (text.includes("Look around") && results < 3)
    return { calls: [{ name: "calculator", arguments: { expression: `${results} + 1` } }] };
  if (text.includes("Plan it") && results < PLAN.length)
    return { calls: [{ name: "goal", arguments: { operations: PLAN[results] } }] };
  const number = /turn (?<number>\d+)/iu.exec(text)?.groups?.["number"];
  if (number !== undefined)
    return { text: `Answer ${number}: first line.\nSecond line of ${number}, 你好。` };
  return { text: `Read ${text.split("\n").length} lines.\nDone.` };
}
