import { expect, it } from "vitest";
import {
  chosenOf,
  type OfferedServer,
  readChoice,
  serversOf,
  withServer,
  withTool,
  writeChoice,
} from "./server-choice.ts";

const server = (name: string, ...tools: readonly string[]): OfferedServer => ({
  server: name,
  tools: tools.map((tool) => ({ name: `${name}__${tool}`, description: tool })),
});
const docs = server("docs", "find", "read");
const mail = server("mail", "send");
const offered = [docs, mail];

it("excludes one server from all, and returns to all once it is included again", () => {
  const without = withServer(null, docs, { isChosen: false, offered });
  expect(without).toEqual(["mail__*"]);
  expect(chosenOf(without, docs)).toBe(0);
  expect(withServer(without, docs, { isChosen: true, offered })).toBeNull();
});

it("excludes one tool, and names the server once all of its tools are included again", () => {
  const without = withTool(null, { name: "docs__find", server: docs }, { isChosen: false, offered });
  expect(without).toEqual(["mail__*", "docs__read"]);
  expect(chosenOf(without, docs)).toBe(1);
  expect(withTool(without, { name: "docs__find", server: docs }, { isChosen: true, offered })).toBeNull();
  const one = withServer(without, mail, { isChosen: false, offered });
  expect(withTool(one, { name: "docs__find", server: docs }, { isChosen: true, offered })).toEqual([
    "docs__*",
  ]);
});

it("keeps chosen servers that do not exist here", () => {
  const chosen = ["elsewhere__*", "docs__find"];
  expect(withServer(chosen, docs, { isChosen: false, offered })).toEqual(["elsewhere__*"]);
  expect(serversOf(chosen)).toEqual(["elsewhere", "docs"]);
});

it("does not confuse two servers when the name of one begins with that of the other", () => {
  const chosen = withServer(["docs-old__*", "docs__*"], docs, { isChosen: false, offered });
  expect(chosen).toEqual(["docs-old__*"]);
});

it("distinguishes an empty choice from no choice when a tab stores it", () => {
  for (const chosen of [null, [], ["docs__*", "mail__send"]])
    expect(readChoice(writeChoice(chosen))).toEqual(chosen);
});
