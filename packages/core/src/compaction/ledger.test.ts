import { describe, expect, it } from "vitest";
import { applyGoalOperation, createGoalTree, noteMessage } from "../goals/goal-tree.ts";
import { COMPACTION_EVENTS } from "../log/events/compaction-events.ts";
import { type FileNote, type KeyInformation, noKeyInformation, type Note } from "../context/extract.ts";
import { closeGoal, goalCreated } from "../testing/goal-operations.ts";
import { buildLedger } from "./ledger.ts";

it("includes the current wording of reworded lines only", () => {
  const keys = noKeyInformation();
  keys.requirements.push(
    { text: "Never change the public interface of the payment module", sequence: 1 },
    { text: "Run every test", sequence: 2 },
    { text: "Prefer quarterly figures throughout", sequence: 3 },
  );
  const shown = "Work goes on.\n- The payment module's public interface must not change.\n- Run every test.";
  expect(buildLedger(keys, createGoalTree(""), shown).map(({ state, now }) => [state, now])).toEqual([
    ["dropped", undefined],
    ["kept", undefined],
    ["reworded", "- The payment module's public interface must not change."],
  ]);
});

it("parses stored ledger lines without a wording unchanged", () => {
  const line = { kind: "decision", text: "Use UTC", sequence: 4, state: "reworded" };
  const finished = COMPACTION_EVENTS.find((definition) => definition.type === "compaction.finished");
  expect(finished?.entry.shape.data.shape.ledger.parse([line])).toEqual([line]);
});

describe("the ledger", () => {
  const states = (keys: Partial<KeyInformation>, shown: string): readonly string[] =>
    buildLedger({ ...noKeyInformation(), ...keys }, createGoalTree(""), shown).map(
      ({ text, state, now }) => `${text}: ${state}${now === undefined ? "" : ` as ${now}`}`,
    );
  const notes = (...texts: readonly string[]): Note[] => texts.map((text, sequence) => ({ text, sequence }));
  const named = (...texts: readonly string[]): Map<string, FileNote> =>
    new Map(
      notes(...texts).map((note) => [
        note.text,
        { ...note, changed: false, whole: false, use: "named", toolCallId: "c" },
      ]),
    );

  it("lists open goals, requirements, decisions, files and numbers, each kind newest first", () => {
    const tree = [
      goalCreated("a", "root", { title: "Open" }),
      goalCreated("b", "root", { title: "Closed" }),
      goalCreated("c", "root", { title: "Discussed" }),
      closeGoal("b", "s"),
    ].reduce(applyGoalOperation, createGoalTree("Task"));
    const keys = {
      ...noKeyInformation(),
      requirements: notes("first", "second"),
      decisions: notes("third"),
      files: named("a.ts", "b.ts"),
      numbers: new Map([["42", { text: "42", sequence: 9 }]]),
    };
    expect(buildLedger(keys, noteMessage(tree, "c", 8), "")).toEqual([
      { kind: "goal", text: "Open", sequence: 0, state: "dropped" },
      { kind: "goal", text: "Discussed", sequence: 8, state: "dropped" },
      { kind: "requirement", text: "second", sequence: 1, state: "dropped" },
      { kind: "requirement", text: "first", sequence: 0, state: "dropped" },
      { kind: "decision", text: "third", sequence: 0, state: "dropped" },
      { kind: "file", text: "b.ts", sequence: 1, state: "dropped" },
      { kind: "file", text: "a.ts", sequence: 0, state: "dropped" },
      { kind: "number", text: "42", sequence: 9, state: "dropped" },
    ]);
  });

  it("has at most 120 lines", () => {
    const requirements = notes(...Array.from({ length: 130 }, (_, index) => `requirement ${index}`));
    expect(states({ requirements }, "")).toHaveLength(120);
  });

  it("finds a line regardless of case and white space, and the start of a shortened one", () => {
    const requirements = notes(" Keep  THE\nnames ", "Never rename…", " … ", "1…2");
    expect(states({ requirements }, "then\tkeep the   Names, never renamed 12")).toEqual([
      "1…2: dropped",
      " … : kept",
      "Never rename…: kept",
      " Keep  THE\nnames : kept",
    ]);
  });

  it("compares words longer than three letters and asks for 60 % of them", () => {
    const decisions = notes("alpha, beta_2: gamma — delta; epsilon");
    expect(states({ decisions }, "Gamma (alpha). beta_2!")).toEqual([
      `${decisions[0]?.text}: reworded as Gamma (alpha).`,
    ]);
    expect(states({ decisions }, "Gamma (alpha). beta!")).toEqual([`${decisions[0]?.text}: dropped`]);
    expect(states({ decisions: notes("a the now") }, "the now")).toEqual(["a the now: dropped"]);
    expect(states({ decisions: notes("four the now") }, "four")).toEqual(["four the now: reworded as four"]);
  });

  it("quotes the sentence or line that shares the most words, the first of equal ones", () => {
    const decisions = notes("alpha beta gamma");
    const quoted = (shown: string): readonly string[] => states({ decisions }, shown);
    expect(quoted("We start with alpha. Then alpha, gamma and beta! More beta, alpha, gamma.")).toEqual([
      "alpha beta gamma: reworded as Then alpha, gamma and beta!",
    ]);
    expect(quoted("- gamma\n\n- beta, alpha\n")).toEqual(["alpha beta gamma: reworded as - beta, alpha"]);
    expect(quoted("gamma？ beta。 alpha！")).toEqual(["alpha beta gamma: reworded as gamma？"]);
    const long = `alpha gamma ${"x ".repeat(200)}`;
    expect(quoted(long)).toEqual([`alpha beta gamma: reworded as ${long.slice(0, 239)}…`]);
  });

  it("accepts a file by its name without folders, and a number only as it is", () => {
    const keys = { files: named("src/a.ts", "src/b.ts", "src/"), numbers: named("42.5") };
    expect(states(keys, "changed A.ts and 42,5")).toEqual([
      "src/: dropped",
      "src/b.ts: dropped",
      "src/a.ts: reworded",
      "42.5: dropped",
    ]);
    expect(states({ files: named("src/long.ts") }, "long.ts")).toEqual(["src/long.ts: reworded as long.ts"]);
    expect(states({ files: named("src/deep/a.ts"), numbers: named("2026/01/05") }, "05 and a.ts")).toEqual([
      "src/deep/a.ts: reworded",
      "2026/01/05: dropped",
    ]);
    expect(states({ numbers: named("42.5") }, "it is 42.5 now")).toEqual(["42.5: kept"]);
  });
});
