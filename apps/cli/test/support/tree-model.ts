import type { ChatRequest } from "./chat-request.ts";
import type { MockAnswer } from "./mock-model.ts";

/** The tasks of the five agents of a tree; each reads or writes the file of its name. */
export const FIVE = ["north", "east", "south", "west", "middle"] as const;

export const fileOf = (name: string): string => `${name}.txt`;

/** The answers of the branches that give one. */
const BRANCHES: Readonly<Record<string, string>> = { north: "red", east: "blue", south: "red" };

/** Returns the name of the agent that sends a request; undefined for the root. Only its own task is a message to it. */
export function agentOf({ messages }: Pick<ChatRequest, "messages">): string | undefined {
  for (const { role, content } of messages) {
    const name = role === "user" ? /^Look into (\w+)\.$/u.exec(content ?? "")?.[1] : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

const taskOf = (name: string): string => `Look into ${name}.`;
const countResults = ({ messages }: ChatRequest): number =>
  messages.filter(({ role }) => role === "tool").length;

/** A model that sends five agents to explore. `west` fails, `middle` repeats one call until the guard of loops ends it. */
export function exploreFive(merge: string): (request: ChatRequest) => MockAnswer {
  return (request) => {
    const results = countResults(request);
    const name = agentOf(request);
    if (name === undefined)
      return results === 0
        ? { calls: [{ name: "explore", arguments: { branches: FIVE.map(taskOf), merge } }] }
        : { text: "Merged." };
    if (name === "west") return { status: 400, error: { message: "west is unreadable" } };
    const answer = BRANCHES[name];
    return answer === undefined || results === 0
      ? { calls: [{ name: "read_file", arguments: { path: fileOf(name) } }] }
      : { text: `Looked.\n${answer}` };
  };
}

/** A model that hands out five tasks at once; each agent writes its file, then reports. */
export function writeFive(request: ChatRequest): MockAnswer {
  const results = countResults(request);
  const name = agentOf(request);
  if (name === undefined)
    return results === 0
      ? {
          calls: FIVE.map((each) => ({
            name: "task",
            arguments: { agent: "general", prompt: taskOf(each) },
          })),
        }
      : { text: "All done." };
  return results === 0
    ? { calls: [{ name: "write_file", arguments: { path: fileOf(name), content: name } }] }
    : { text: "Written." };
}
