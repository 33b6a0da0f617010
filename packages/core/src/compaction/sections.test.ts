import { describe, expect, it } from "vitest";
import { type FileNote, type KeyInformation, noKeyInformation } from "../context/extract.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { closeGoal, goalCreated } from "../testing/goal-operations.ts";
import {
  extractiveSections,
  joinSections,
  parseSections,
  SECTION_TITLES,
  type Sections,
  withoutQuotes,
  withoutRepeats,
} from "./sections.ts";

describe("parseSections", () => {
  const parse = (...lines: readonly string[]): readonly (readonly [number, string])[] => [
    ...parseSections(lines.join("\n")),
  ];

  it("takes lines up to the next heading and keeps text before the first one", () => {
    expect(parse("before", "", "## 2. Key concepts", "one", " ", "two", "## 9. Next step", "three")).toEqual([
      [1, "before"],
      [2, "one\ntwo"],
      [9, "three"],
    ]);
  });

  it.each([
    ["# 4. Errors and fixes", 4],
    ["  ###### 4) Errors", 4],
    ["## 4: Errors", 4],
    ["## 4 Errors", 4],
    ["##4.Errors", 4],
    ["**4. Errors and fixes**", 4],
    ["** 4", 4],
    ["## Errors and fixes", 4],
    ["## errors AND fixes so far", 4],
    ["## 7. Errors and fixes", 4],
    ["## Primary request and intent", 1],
    ["## 1", 1],
    ["## 9", 9],
  ])("recognizes the heading %j as section %i", (heading, number) => {
    expect(parse("## 8", heading, "text")).toEqual([[number, "text"]]);
  });

  it.each(["4. Errors", "####### 4. Errors", "## 0. Errors", "## Notes", "text ## 4. Errors", "* 4. Errors"])(
    "treats %j as text",
    (line) => {
      expect(parse("## 8", line)).toEqual([[8, line]]);
    },
  );

  it("ignores a section of user messages, which code writes", () => {
    expect(parse("## 6. All user messages", "invented", "## 7. Pending tasks", "kept")).toEqual([
      [7, "kept"],
    ]);
  });
});

describe("extractiveSections", () => {
  const extract = (
    keys: Partial<KeyInformation>,
    state: Partial<Parameters<typeof extractiveSections>[1]> = {},
  ): readonly (readonly [number, string])[] => [
    ...extractiveSections(
      { ...noKeyInformation(), ...keys },
      { goals: createGoalTree(""), todos: [], earlier: new Map(), notes: [], shown: "", ...state },
    ),
  ];
  const note = (text: string, sequence: number) => ({ text, sequence });
  const file = (text: string, sequence: number, changed: boolean): FileNote => ({
    ...{ text, sequence, changed, whole: false, toolCallId: "c" },
    use: changed ? "changed" : "named",
  });
  const planned = (focusId: string): GoalTree =>
    [
      goalCreated("a", "root", { title: "First" }),
      goalCreated("b", "root", { title: "Second" }),
      goalCreated("c", "root", { title: "Third" }),
      closeGoal("a", "s"),
      { op: "focused", goalId: focusId } as const,
    ].reduce(applyGoalOperation, createGoalTree("The task"));

  it("has no section without content", () => {
    expect(extract({})).toEqual([]);
  });

  it("lists everything that was extracted, newest first", () => {
    const keys = {
      requirements: [note("must", 1), note("never", 3)],
      tools: new Map([
        ["look", { name: "look", calls: 3, failures: 0 }],
        ["edit", { name: "edit", calls: 2, failures: 1 }],
      ]),
      numbers: new Map([
        ["41", note("41", 1)],
        ["42", note("42", 2)],
      ]),
      files: new Map([
        ["a.ts", file("a.ts", 1, false)],
        ["b.ts", file("b.ts", 2, true)],
      ]),
      errors: [note("look error: x", 4), note("look error: y", 5)],
      decisions: [note("UTC", 6)],
      completions: [note("tests pass", 7)],
      lastText: note("Now the second part.", 9),
    };
    expect(extract(keys, { goals: planned("b") })).toEqual([
      [1, "The task\n- #3 never\n- #1 must"],
      [2, "Tools run: look ×3, edit ×2 (1 failed)\n42, 41"],
      [3, "b.ts (changed)\na.ts"],
      [4, "- #5 look error: y\n- #4 look error: x"],
      [5, "- #6 UTC\n- #7 tests pass"],
      [7, "- Second\n- Third"],
      [8, "Goal in focus: Second\nNow the second part."],
      [9, "Second"],
    ]);
  });

  it("never names the task or an unknown goal as the goal in focus", () => {
    expect(extract({}, { goals: planned("root") }).map(([number]) => number)).toEqual([1, 7, 9]);
    const unknown = { ...planned("root"), focusId: "unknown" };
    expect(extract({}, { goals: unknown }).map(([number]) => number)).toEqual([1, 7, 9]);
  });

  it("continues with the todo in progress, else the first open one, else the first open goal", () => {
    const todo = (text: string, status: "pending" | "in_progress" | "completed") => ({
      ...{ id: text, text, status },
    });
    const next = (...todos: readonly ReturnType<typeof todo>[]): string | undefined =>
      new Map(extract({}, { goals: planned("b"), todos })).get(9);
    expect(next(todo("x", "completed"), todo("y", "pending"), todo("z", "in_progress"))).toBe("z");
    expect(next(todo("x", "completed"), todo("y", "pending"), todo("z", "pending"))).toBe("y");
    expect(next(todo("x", "completed"))).toBe("Second");
    const pending = new Map(
      extract({}, { goals: planned("b"), todos: [todo("x", "completed"), todo("y", "pending")] }),
    );
    expect(pending.get(7)).toBe("- Second\n- Third\n- y");
  });

  it("has the errors and decisions of a closed goal once, in its line", () => {
    const closed = { goalId: "a", sequence: 5, facts: ["ORD-7711"], errors: ["e"], decisions: ["d"] };
    const errors = [note("e", 2), note("open error", 3)];
    const sections = new Map(
      extract({ errors, decisions: [note("d", 2)] }, { goals: planned("b"), notes: [closed] }),
    );
    expect([sections.get(4), sections.get(5)]).toEqual([
      "- #3 open error",
      "- 1 [completed] First: s · d · e · ORD-7711",
    ]);
  });

  it("repeats intent, concepts and solutions of the earlier summary unless they are there", () => {
    const earlier = new Map(SECTION_TITLES.map((_, index) => [index + 1, `old ${index + 1}`]));
    expect(extract({}, { earlier })).toEqual([
      [1, "Earlier: old 1"],
      [2, "Earlier: old 2"],
      [5, "Earlier: old 5"],
    ]);
    const lines = new Map([[5, "old line\nother line"]]);
    expect(extract({ decisions: [note("other line", 2)] }, { earlier: lines }).at(-1)).toEqual([
      5,
      "- #2 other line\nEarlier: old line",
    ]);
    const decisions = [note("still old 5 here", 2)];
    expect(extract({ decisions }, { earlier }).at(-1)).toEqual([5, "- #2 still old 5 here"]);
    expect(extract({ decisions: [note("new", 2)] }, { earlier }).at(-1)).toEqual([
      5,
      "- #2 new\nEarlier: old 5",
    ]);
  });
});

describe("withoutQuotes", () => {
  it("leaves out requirements that the section of user messages shows, and nothing else", () => {
    const sections = new Map([
      [1, "The task\n- #1 Always use UTC.\n- #4 Never mail anybody."],
      [2, "Always use UTC."],
    ]);
    expect([...withoutQuotes(sections, "#1: Hello. Always use UTC.")]).toEqual([
      [1, "The task\n- #4 Never mail anybody."],
      [2, "Always use UTC."],
    ]);
  });
});

describe("joinSections", () => {
  const count = ({ length }: string): number => length;
  const FRAME_TOKENS = SECTION_TITLES.reduce((sum, title) => sum + title.length + 6, 12);
  const all = (length: number): Sections =>
    new Map([1, 2, 3, 4, 5, 7, 8, 9].map((number) => [number, String(number).repeat(length)]));
  const lengths = (sections: Sections, room: number, users = ""): Record<number, number> => {
    const joined = joinSections(sections, users, { tokens: FRAME_TOKENS + users.length + room, count });
    const parsed = parseSections(joined.replaceAll(/<\/?summary>/gu, ""));
    return Object.fromEntries([...parsed].map(([number, text]) => [number, text.length]));
  };

  it("writes all nine headings, with the user messages as the sixth section", () => {
    const sections = new Map([
      [1, "the task"],
      [9, " go on "],
    ]);
    expect(joinSections(sections, "#1: hello \n", { tokens: 9_000, count })).toBe(`<summary>
## 1. Primary request and intent
the task
## 2. Key concepts
## 3. Files and code
## 4. Errors and fixes
## 5. Problem solving
## 6. All user messages
#1: hello 

## 7. Pending tasks
## 8. Current work
## 9. Next step
 go on 
</summary>`);
  });

  /** Of 1,600 tokens, the first section may take half, the fifth half of what is left then, the others even shares. */
  const SHARES = [
    [1, 800],
    [9, 114],
    [8, 114],
    [7, 114],
    [5, 229],
    [4, 76],
    [3, 76],
    [2, 77],
  ] as const;

  it("gives each section an even share, and the first and the fifth half of what is left", () => {
    const sections = new Map(SHARES.map(([number, size]) => [number, "x".repeat(size)]));
    expect(lengths(sections, 1_600)).toEqual(Object.fromEntries(SHARES));
    for (const [number, size] of SHARES) {
      const cut = lengths(new Map([...sections, [number, "x".repeat(size + 1)]]), 1_600);
      expect(cut[number]).toBeLessThan(size + 1);
      expect({ ...cut, [number]: size }).toEqual(Object.fromEntries(SHARES));
    }
  });

  it("leaves tokens that earlier sections do not need to later ones", () => {
    const short = new Map([[2, "2".repeat(500)]]);
    expect(lengths(short, 500)).toEqual({ 2: 500 });
    expect(lengths(short, 499)[2]).toBeLessThan(499);
  });

  it("never cuts user messages, even where nothing else fits", () => {
    const users = "u".repeat(300);
    const joined = joinSections(all(1_000), users, { tokens: 100, count });
    expect(joined).toContain(`## 6. All user messages\n${users}\n## 7.`);
    expect(lengths(all(1_000), -200, users)).toEqual({});
  });
});

it("leaves out files and pending goals that the state part lists", () => {
  const sections = new Map([
    [3, "a.ts\nb.ts (changed)"],
    [7, "- Mend the tests\n- Ask Ada"],
    [8, "Mend the tests"],
  ]);
  expect([...withoutRepeats(sections, "- a.ts (read)\n2 [pending] Mend the tests")]).toEqual([
    [3, "b.ts (changed)"],
    [7, "- Ask Ada"],
    [8, "Mend the tests"],
  ]);
});
