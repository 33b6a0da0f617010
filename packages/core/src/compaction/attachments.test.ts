import { describe, expect, it } from "vitest";
import { noKeyInformation } from "../context/extract.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { type FileContent, type PreservedState, renderAttachments } from "./attachments.ts";

const FRAME = ["<state>", "As of the compaction; the runtime-state message shows what has changed since."];
const count = ({ length }: string): number => length;
type Content = Parameters<typeof renderAttachments>[1];

function lines(
  state: Partial<PreservedState>,
  content: Partial<Content> = {},
  tokens = 9_000,
): readonly string[] {
  const text = renderAttachments(
    { goals: createGoalTree("task"), todos: [], ...state },
    { pins: [], keys: noKeyInformation(), contents: [], ...content },
    { tokens, count },
  );
  if (text === "") return [];
  const all = text.split("\n");
  expect([...all.slice(0, 2), all.at(-1)]).toEqual([...FRAME, "</state>"]);
  return all.slice(2, -1);
}

function planned(): GoalTree {
  let tree = createGoalTree("task");
  for (const id of ["a", "b", "c", "d"]) tree = applyGoalOperation(tree, goalCreated(id));
  tree = applyGoalOperation(tree, goalCreated("b1", "b"));
  const status = { op: "status", summary: null, reason: null } as const;
  tree = applyGoalOperation(tree, { ...status, goalId: "a", status: "completed", summary: "s".repeat(241) });
  tree = applyGoalOperation(tree, { ...status, goalId: "b", status: "in_progress" });
  tree = applyGoalOperation(tree, { ...status, goalId: "d", status: "abandoned" });
  return applyGoalOperation(tree, { op: "focused", goalId: "b1" });
}

function withFiles(...paths: readonly string[]): Content["keys"] {
  const keys = noKeyInformation();
  for (const [index, path] of paths.entries()) {
    const changed = index % 2 === 1;
    const use = changed ? ("changed" as const) : ("read" as const);
    const toolCallId = `call ${index}`;
    keys.files.set(path, { text: path, sequence: index, toolCallId, changed, use, whole: !changed });
  }
  return keys;
}

it("attaches nothing when there is no state", () => {
  expect(lines({})).toEqual([]);
});

it("attaches plan, todos, pins, other state and files, in this order", () => {
  const todos = [
    { id: "1", text: "first", status: "completed" },
    { id: "2", text: "second", status: "in_progress" },
    { id: "3", text: "third", status: "pending" },
  ] as const;
  const extraSections = [
    { title: "Values", text: "x = 1" },
    { title: "Empty", text: "" },
  ];
  expect(
    lines(
      { goals: planned(), todos, extraSections },
      { pins: ["UTC", "no mail"], keys: withFiles("a.ts", "b.ts") },
    ),
  ).toEqual([
    "## Plan",
    `1 [completed] a: ${"s".repeat(239)}…`,
    "2 [in progress] b",
    "2.1 [in focus] b1",
    "3 [pending] c",
    "## Todos",
    "- [x] first",
    "- [~] second",
    "- [ ] third",
    "## Pinned",
    "- UTC",
    "- no mail",
    "## Values",
    "x = 1",
    "## Files last used",
    '- b.ts (changed, read_result id="call 1")',
    '- a.ts (read, read_result id="call 0")',
  ]);
});

it("names the twelve files used last, newest first", () => {
  const paths = Array.from({ length: 13 }, (_, index) => `file${index}.ts`);
  const named = lines({}, { keys: withFiles(...paths) }).slice(1);
  expect(named.map((line) => line.split(" ")[1])).toEqual(paths.slice(1).reverse());
});

describe("the plan in little room", () => {
  const open = ["## Plan", "2 [in progress] b", "2.1 [in focus] b1", "3 [pending] c"];

  it("lists the last finished goals that fit into half of it, and counts the others", () => {
    let goals = planned();
    for (const id of ["b1", "c"])
      goals = applyGoalOperation(goals, {
        ...{ op: "status", goalId: id, status: "completed", summary: `${id} done`, reason: null },
      });
    const first = `1 [completed] a: ${"s".repeat(239)}…`;
    const rest = ["2 [in progress] b", "2.1 [in focus] b1: b1 done", "3 [completed] c: c done"];
    // With the open goal, as many characters as the lines and their line ends have.
    const size = [first, ...rest].join("\n").length;
    expect(lines({ goals }, {}, size * 2)).toEqual(["## Plan", first, ...rest]);
    expect(lines({ goals }, {}, size * 2 - 2)).toEqual(["## Plan", "(1 finished before)", ...rest]);
    const short = ["## Plan", "(2 finished before)", rest[0], rest[2]];
    expect(lines({ goals }, {}, rest.join("\n").length * 2 - 2)).toEqual(short);
    expect(lines({ goals }, {}, 60)).toEqual(["## Plan", "(3 finished before)", rest[0]]);
  });

  it("shows the open goals even if they take all of it", () => {
    const size = open.slice(1).join("\n").length;
    expect(lines({ goals: planned() }, {}, size + 40)).toEqual([
      "## Plan",
      "(1 finished before)",
      ...open.slice(1),
    ]);
  });

  it("shows the plan as each call does if the open goals don't fit", () => {
    let goals = createGoalTree("task");
    for (let index = 0; index < 40; index += 1)
      goals = applyGoalOperation(goals, goalCreated(`goal${index}`));
    expect(lines({ goals }, {}, 400)).toContain("… 20 more: 0 of 20 done");
  });
});

it("cuts the section that exceeds the room and leaves out those after it", () => {
  const todos = [{ id: "1", text: "x".repeat(100), status: "pending" }] as const;
  const fitting = "## Todos\n- [ ] ".length + 100;
  expect(lines({ todos }, { pins: ["p"] }, fitting)).toEqual(["## Todos", `- [ ] ${"x".repeat(100)}`]);
  expect(lines({ todos }, { pins: ["p"] }, fitting + 2 + "## Pinned\n- p".length)).toEqual([
    "## Todos",
    `- [ ] ${"x".repeat(100)}`,
    "## Pinned",
    "- p",
  ]);
  expect(lines({ todos }, { pins: ["p"] }, fitting + 1 + "## Pinned\n- p".length)).not.toContain("- p");
  expect(lines({ todos }, {}, fitting - 10).at(-1)).toMatch(/^- \[ \] x+… \[cut\]$/u);
});

describe("contents of files", () => {
  const file = (path: string, length: number): FileContent => ({
    path,
    text: "t".repeat(length),
    sequence: 7,
  });
  const heading = (path: string): string => `## ${path}, as read in #7`;

  it("repeats the three newest in full", () => {
    const contents = ["a", "b", "c", "d"].map((path) => file(path, 5));
    expect(lines({}, { contents })).toEqual(["a", "b", "c"].flatMap((path) => [heading(path), "ttttt"]));
  });

  it("leaves out files that do not fit whole into 40 % of the room", () => {
    // Together 400 tokens of 1,000: each heading has 20 characters, with 2 for the separator.
    const big = 400 - `${heading("a")}\n`.length - 2;
    expect(lines({}, { contents: [file("a", big)] }, 1_000)).toHaveLength(2);
    expect(lines({}, { contents: [file("a", big + 1)] }, 1_000)).toEqual([]);
    const half = 200 - `${heading("a")}\n`.length - 2;
    const contents = [file("a", half), file("b", half + 1), file("c", half)];
    expect(lines({}, { contents }, 1_000).filter((line) => line.startsWith("##"))).toEqual([
      heading("a"),
      heading("c"),
    ]);
  });

  it("uses no more than what the other sections left", () => {
    const pins = ["p".repeat(900)];
    const left = 1_000 - `## Pinned\n- ${pins[0]}`.length - 2;
    const fitting = left - `${heading("a")}\n`.length - 2;
    expect(lines({}, { pins, contents: [file("a", fitting)] }, 1_000)).toHaveLength(4);
    expect(lines({}, { pins, contents: [file("a", fitting + 1)] }, 1_000)).toHaveLength(2);
  });
});
