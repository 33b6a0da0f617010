import type { ChatRequest } from "./chat-request.ts";
import type { MockAnswer } from "./mock-model.ts";

/** The files that the runs of this model read; `missing.txt` is not there. */
export const STRATEGY_FILES = ["ledger.txt", "march.txt", "copy.txt"];

const json = (value: object): MockAnswer => ({ text: JSON.stringify(value) });
const read = (path: string): MockAnswer => ({ calls: [{ name: "read_file", arguments: { path } }] });

const PLAN = {
  steps: [
    { title: "Read the ledger", reason: "It holds the sums.", acceptance: ["both files are read"] },
    { title: "Read the archive", reason: "It holds the rest." },
    { title: "Add up", reason: "The person asked for the total." },
  ],
};
const REVISION = {
  reason: "The archive is gone; its copy is not.",
  steps: [{ title: "Read the copy", reason: "It has the same sums." }],
};
const CLUSTER = {
  steps: [
    { id: "E1", title: "Ledger", tool: "read_file", args: { path: "ledger.txt" }, deps: [] },
    { id: "E2", title: "March", tool: "read_file", args: { path: "march.txt" }, deps: [] },
    { id: "E3", title: "Archive", tool: "read_file", args: { path: "missing.txt" }, deps: [] },
    { id: "E4", title: "Total", tool: "calculator", args: { expression: "${E1} + 0" }, deps: ["E1"] },
    { id: "E5", title: "Behind", tool: "calculator", args: { expression: "${E3} + 1" }, deps: ["E3"] },
  ],
};

/** The answers to questions of the runtime, by words that each contains. */
const ANSWERS: readonly (readonly [string, object])[] = [
  ["Decide how the person's last message", { route: "PLAN_REQUIRED", reason: "Several parts." }],
  ["Plan the person's task", PLAN],
  ["Plan the tool calls", CLUSTER],
  ["A tool call has failed", { lesson: "List the folder before you read." }],
  ["Check whether this step", { done: true, missing: [] }],
  ["Revise the rest of the plan", REVISION],
  ["The planned calls have ended", { answer: "The archive is missing.", evidence_sufficient: false }],
];

/** A model that works with every strategy and meets its failures: a step that fails twice, calls that do not suffice, a draft that is wrong. Its answers depend on the request alone. */
export function workByStrategy({ messages }: ChatRequest): MockAnswer {
  const last = messages.at(-1);
  const tail = last !== undefined && typeof last.content === "string" ? last.content : "";
  const said = messages.flatMap(({ role, content }) => (role === "assistant" ? [content ?? ""] : []));
  const results = messages.filter(({ role }) => role === "tool").length;
  if (tail.startsWith("<runtime-request>")) {
    const isRevised = said.includes("The total is 8.");
    if (tail.includes("Review your last answer"))
      return json({ findings: [{ angle: "facts", blocking: !isRevised, text: "It is 8." }] });
    return json(ANSWERS.find(([words]) => tail.includes(words))?.[1] ?? {});
  }
  if (tail.includes("The plan has ended")) return { text: "The total is 7. The archive could not be read." };
  if (tail.includes("A review of your last answer")) return { text: "The total is 8." };
  const step = /Work on step (\d+) of the plan now: (.*)/u.exec(tail);
  switch (step?.[2] ?? "") {
    case "Read the ledger":
      return results < 2 ? read(STRATEGY_FILES[results] ?? "") : { text: "Both files are read." };
    case "Read the archive":
      return results < 4 ? read(`missing-${results}.txt`) : { text: "FAILED: the archive is gone." };
    case "Read the copy":
      return said.some((text) => text === "I read the copy.")
        ? { text: "The copy is read." }
        : { text: "I read the copy." };
    default:
      return results < 2 ? read(STRATEGY_FILES[results] ?? "") : { text: "The total is 7." };
  }
}
