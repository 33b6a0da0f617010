import { describe, expect, it } from "vitest";
import { requestTokens } from "./clear.ts";
import { type BuiltSummary, isRecentlySummarized, needsSummary } from "./summarize.ts";
import { type CompactionWorld, createCompactionWorld } from "../testing/compaction-world.ts";
import {
  SUMMARY_BUDGET,
  summarizeWorld,
  thousands,
  tryToSummarize,
  worldOfAnswers,
} from "../testing/summary-world.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import { goalCreated } from "../testing/goal-operations.ts";

describe("needsSummary", () => {
  it("is true above the limit, or above the hard limit soon after a summary", () => {
    const needs = (tokens: number, summarizedAtStep: number | null): boolean => {
      const { view } = worldOfAnswers(10);
      return needsSummary({ ...view, tokens, summarizedAtStep }, SUMMARY_BUDGET, 100);
    };
    expect([needs(8_400, null), needs(8_401, null)]).toEqual([false, true]);
    expect([needs(9_500, 1), needs(9_501, 1)]).toEqual([false, true]);
  });

  it("lets results that the model has not seen fill the window soon after a summary", () => {
    const world = createCompactionWorld();
    world.call({ id: "a" });
    world.output("a", "read_file", "r".repeat(500));
    const needs = (tokens: number, summarizedAtStep: number | null): boolean =>
      needsSummary({ ...world.view, tokens, summarizedAtStep }, SUMMARY_BUDGET, 100);
    expect([needs(9_900, 1), needs(9_901, 1)]).toEqual([false, true]);
    expect(needs(8_401, null)).toBe(true);
  });

  it("is false without messages", () => {
    const { view } = createCompactionWorld();
    expect(needsSummary(view, SUMMARY_BUDGET, 99_000)).toBe(false);
  });

  it("counts a summary as recent for ten steps", () => {
    const { view } = worldOfAnswers(10);
    expect(isRecentlySummarized({ ...view, steps: 12, summarizedAtStep: 3 })).toBe(true);
    expect(isRecentlySummarized({ ...view, steps: 13, summarizedAtStep: 3 })).toBe(false);
    expect(isRecentlySummarized({ ...view, steps: 0, summarizedAtStep: null })).toBe(false);
  });
});

describe("summarize", () => {
  it("folds all but the newest 10 to 15 % and gives every figure of the new request", () => {
    const world = worldOfAnswers(...thousands(8), 1_200);
    const summary = summarizeWorld(world);
    const { marker, summary: text } = summary;
    expect(summary).toEqual({
      ...{ marker, attachments: "", summary: text, archive: null, ledger: [], clears: [], clearedTokens: 0 },
      headTokens: { marker: marker.length + 4, attachments: 0, summary: text.length },
      beforeTokens: requestTokens(world.view, 100),
      afterTokens: 100 + marker.length + 4 + text.length + 4 + 1_200,
      ...{ messagesFolded: 9, fromSequence: 1, toSequence: 9, listsOpenGoals: true },
    });
    expect(marker).toBe(
      "<context-compacted>\n9 messages up to #9 are replaced by the state and summary below. Nothing was deleted.\n</context-compacted>",
    );
  });

  it("writes a summary by code from what was said", () => {
    const world = createCompactionWorld();
    world.user("Always use UTC.");
    world.answer("We decided on PostgreSQL.");
    for (const length of thousands(9)) world.answer("a".repeat(length - 4));
    expect(summarizeWorld(world).summary).toBe(`<summary>
## 1. Primary request and intent
The task
## 2. Key concepts
## 3. Files and code
## 4. Errors and fixes
## 5. Problem solving
- #2 We decided on PostgreSQL.
## 6. All user messages
#1: Always use UTC.
## 7. Pending tasks
## 8. Current work
${"a".repeat(399)}…
## 9. Next step
</summary>`);
  });

  it("prefers a model's sections, and fills in those it left out", () => {
    const model = {
      text: "## 2. Key concepts\nUTC everywhere.\n## 9. Next step\nGo on.",
      readUpTo: Infinity,
    };
    const { summary } = summarizeWorld(worldOfAnswers(...thousands(9)), { model });
    expect(summary).toContain(
      "## 1. Primary request and intent\nThe task\n## 2. Key concepts\nUTC everywhere.\n## 3.",
    );
    expect(summary).toContain("## 9. Next step\nGo on.\n</summary>");
  });

  it("carries over what the summary before it said, without its tags", () => {
    const previousSummary = "<summary>\n## 2. Key concepts\nold concepts\n## 5. Problem solving\n</summary>";
    const { summary } = summarizeWorld(worldOfAnswers(...thousands(9)), { previousSummary });
    expect(summary).toContain("## 2. Key concepts\nEarlier: old concepts\n## 3.");
    expect(summary).toContain("## 5. Problem solving\n## 6.");
    expect(summary).not.toContain("Earlier: <");
  });

  it("counts the messages of earlier folds in its marker", () => {
    const world = worldOfAnswers(...thousands(9));
    world.view.foldedMessages = 30;
    expect(summarizeWorld(world).marker).toContain("39 messages up to #9 are replaced");
  });

  it("attaches the plan, the pins and the files that were read and not changed", () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    const call = (id: string, name: string, path: string): void =>
      void world.call({ id, name, arguments: JSON.stringify({ path }) });
    call("a", "read_file", "src/a.ts");
    world.read("a", "src/a.ts", "text of src/a.ts");
    call("b", "frobnicate", "src/b.ts");
    world.event({
      type: "file.changed",
      data: {
        ...{ toolCallId: "b", path: "src/b.ts" },
        ...{ beforeBlob: null, afterBlob: "1", added: 1, removed: 0 },
      },
    });
    world.output("b", "frobnicate", "done");
    call("c", "read_file", "src/c.ts");
    world.read("c", "src/c.ts", "text of src/c.ts");
    world.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: "UTC" } });
    for (const length of thousands(9)) world.answer("a".repeat(length - 4));
    const goals = applyGoalOperation(
      createGoalTree("The task"),
      goalCreated("g", "root", { title: "First" }),
    );
    expect(
      summarizeWorld(world, { state: { goals, todos: [] } })
        .attachments.replace(/<\/state>[^]*/u, "")
        .split("\n")
        .slice(2, -1),
    ).toEqual([
      "## Plan",
      "1 [pending] First",
      "## Pinned",
      "- UTC",
      "## Files last used",
      '- src/c.ts (read, read_result id="c")',
      '- src/b.ts (changed, read_result id="b")',
      '- src/a.ts (read, read_result id="a")',
      "## src/c.ts, as read in #10",
      "text of src/c.ts",
      "## src/a.ts, as read in #4",
      "text of src/a.ts",
    ]);
  });

  it("never shows an output as a file, a part as the whole, or a file that a later call may have changed", () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    const call = (id: string, name: string, input: object): void =>
      void world.call({ id, name, arguments: JSON.stringify(input) });
    call("shell", "shell", { command: "cat src/shell.ts", path: "src/shell.ts" });
    world.output("shell", "shell", "output of a shell");
    call("part", "read_file", { path: "src/part.ts" });
    world.event({ type: "file.read", data: { toolCallId: "part", path: "src/part.ts", sha256: "1" } });
    world.output("part", "read_file", "lines 1 to 10");
    call("gone", "read_file", { path: "src/gone.ts" });
    world.read("gone", "src/gone.ts", "text of src/gone.ts");
    call("rm", "shell", { command: "rm src/gone.ts" });
    world.output("rm", "shell", "");
    call("kept", "read_file", { path: "src/kept.ts" });
    world.read("kept", "src/kept.ts", "text of src/kept.ts");
    call("grep", "grep", { path: "./src/kept.ts" });
    world.event({
      type: "tool.started",
      data: { toolCallId: "grep", toolName: "grep", effect: "read_only" },
    });
    world.output("grep", "grep", "3 matches");
    for (const length of thousands(9)) world.answer("a".repeat(length - 4));
    const { attachments } = summarizeWorld(world);
    expect(
      attachments.split("\n").filter((line) => /as read in|\((?:read|changed)|^- named/u.test(line)),
    ).toEqual([
      '- src/kept.ts (read, read_result id="kept")',
      '- src/part.ts (read, read_result id="part")',
      "- named: src/gone.ts, src/shell.ts",
      "## src/kept.ts, as read in #14",
    ]);
  });

  it("does not repeat a file that could not be read", () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    world.call({ id: "a", name: "read_file", arguments: '{"path":"src/a.ts"}' });
    world.output("a", "read_file", "no such file", "error");
    for (const length of thousands(9)) world.answer("a".repeat(length - 4));
    expect(summarizeWorld(world).attachments).not.toContain("as read in");
  });

  it("reports the fate of each fact, judged by all that the model sees then", () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    world.answer("See 101, 102, 103, 104, 105 and 106.");
    for (const length of thousands(8)) world.answer("a".repeat(length - 4));
    world.answer("It is 101.");
    world.call({ id: "c", name: "search", arguments: '{"q":"102"}' });
    world.output("c", "search", "found 103");
    world.user("What about 104?");
    world.call({ id: "d", name: "search", arguments: "{}" });
    const result = world.output("d", "search", "found 105");
    const data = {
      sequences: [result.sequence],
      reason: "threshold",
      beforeTokens: 9,
      afterTokens: 9,
    } as const;
    world.event({ type: "context.cleared", data });
    const sections = [2, 8].map((number) => `## ${number}\nNothing.`).join("\n");
    const { ledger, toSequence } = summarizeWorld(world, { model: { text: sections, readUpTo: Infinity } });
    expect(toSequence).toBe(9);
    expect(ledger.map(({ text, state }) => `${text} ${state}`)).toEqual([
      "106 dropped",
      "105 dropped",
      "104 kept",
      "103 kept",
      "102 kept",
      "101 kept",
    ]);
  });

  it("shows only folded messages of the person as such", () => {
    const world = worldOfAnswers(...thousands(8));
    world.user("The newest wish.");
    world.answer("Yes.");
    const { summary } = summarizeWorld(world);
    expect(summary).toContain("## 6. All user messages\n#1: Do it all.\n## 7.");
  });

  it("does nothing for a conversation that is shorter than its summary", () => {
    expect(tryToSummarize(worldOfAnswers(10, 10))).toBeNull();
  });

  it("keeps an unanswered message of the person", () => {
    const world = worldOfAnswers(...thousands(8));
    world.user("u".repeat(3_000));
    expect(summarizeWorld(world).toSequence).toBe(9);
    const alone = createCompactionWorld();
    alone.user("u".repeat(9_000));
    expect(tryToSummarize(alone)).toBeNull();
  });

  it("folds no message that the model had not read", () => {
    const folded = (readUpTo: number): number | undefined =>
      tryToSummarize(worldOfAnswers(...thousands(5)), { model: { text: "Notes.", readUpTo } })?.toSequence;
    expect(folded(Infinity)).toBe(5);
    expect(folded(4)).toBe(4);
    expect(folded(0)).toBeUndefined();
  });
});

describe("what stays beside a summary", () => {
  const kept = (...tokens: readonly number[]): number => {
    const world = worldOfAnswers(...thousands(7), ...tokens);
    return 8 + tokens.length - summarizeWorld(world).messagesFolded;
  };

  it("is 10 % of the window, and where messages end elsewhere as much more as fits into 15 %", () => {
    expect(kept(500, 500, 500)).toBe(2);
    expect(kept(600, 900)).toBe(2);
    expect(kept(601, 900)).toBe(1);
  });

  it("is the newest message if even that takes more, as long as the summary fits beside it", () => {
    expect(kept(2_000)).toBe(1);
  });

  it("is nothing if the newest message leaves no room for a summary", () => {
    expect(kept(8_000)).toBe(0);
  });

  it("begins where a goal closed", () => {
    const world = worldOfAnswers(...thousands(8), 400, 400, 400);
    const [, , close] = [world.entries.at(-3), world.entries.at(-2), world.entries.at(-1)];
    world.view.closes.push((close?.sequence ?? 0) - 0.5);
    expect(summarizeWorld(world).toSequence).not.toBe(10);
  });
});

describe("a head in little room", () => {
  it("archives messages between the first and the ten newest", () => {
    const world = createCompactionWorld();
    for (let index = 0; index < 13; index += 1) world.user(`message ${index}`);
    for (const length of thousands(9)) world.answer("a".repeat(length - 4));
    const { archive, marker, summary } = summarizeWorld(world);
    expect(archive).toBe("## User message #2\n\nmessage 1\n\n## User message #3\n\nmessage 2");
    expect(marker).toContain(
      'Nothing was deleted. Earlier user messages, verbatim, and a line per call: read_result id="abababababababab".',
    );
    expect(summary).toContain("#1: message 0\n[2 more user messages in the archive]\n#4: message 3\n");
  });

  it("shows the newest message whole, the others by head and tail, and archives them in full", () => {
    const world = createCompactionWorld();
    for (let index = 0; index < 6; index += 1) world.user(`${index}: ${"u".repeat(1_400)} end ${index}`);
    world.answer("a".repeat(500));
    const { archive = "", summary } = summarizeWorld(world);
    expect(archive?.split("## User message").length).toBe(6);
    const shown = summary.split("\n").filter((line) => /^#\d+: /u.test(line));
    expect(shown).toHaveLength(6);
    for (const [index, line] of shown.entries())
      expect([line.startsWith(`#${index + 1}: ${index}: u`), line.endsWith(`u end ${index}`)]).toEqual([
        true,
        true,
      ]);
    expect(shown.at(-1)).toContain("u".repeat(1_400));
    expect(shown.map((line) => line.length > 1_400)).toEqual([false, false, false, false, false, true]);
  });

  it("aims at a share of the rest when instructions fill half of the window", () => {
    const world = worldOfAnswers(...thousands(5));
    const { afterTokens } = summarizeWorld(world, { fixedTokens: 4_000 });
    // 4,000 and half of the 4,500 up to the limit.
    expect(afterTokens).toBeLessThanOrEqual(6_250);
    expect(afterTokens).toBeGreaterThan(4_250);
    expect(tryToSummarize(world, { fixedTokens: 8_400 })).toBeNull();
  });

  /** The tokens of a request whose summary says as much as it may. */
  const filled = (world: CompactionWorld, fixedTokens: number): BuiltSummary =>
    summarizeWorld(world, {
      fixedTokens,
      model: { text: `## 2\n${"m".repeat(20_000)}`, readUpTo: Infinity },
    });

  it("fills the target, half of the limit, with state and summary but never exceeds it", () => {
    const { afterTokens } = filled(worldOfAnswers(...thousands(9)), 100);
    expect(afterTokens).toBeLessThanOrEqual(4_250);
    expect(afterTokens).toBeGreaterThan(3_900);
    const crowded = filled(worldOfAnswers(...thousands(9)), 4_000);
    expect(crowded.afterTokens).toBeLessThanOrEqual(6_250);
    expect(crowded.afterTokens).toBeGreaterThan(5_900);
  });

  it("gives state at most 40 % of the room, and the summary what the state leaves", () => {
    const world = worldOfAnswers(...thousands(9));
    world.event({
      type: "compaction.pinned",
      data: { signalId: "s", personId: null, text: "p".repeat(3_000) },
    });
    const { attachments, marker, summary, afterTokens } = filled(world, 100);
    const room = 4_250 - 100 - 1_000 - 4 - marker.length;
    const frame = attachments.replace(/## Pinned[^\n]*\n[^\n]*\n/u, "").length;
    expect(attachments.length - frame).toBeLessThanOrEqual(room * 0.4);
    expect(attachments.length - frame).toBeGreaterThan(room * 0.35);
    expect(afterTokens).toBe(100 + marker.length + 4 + attachments.length + summary.length + 4 + 1_000);
    expect(afterTokens).toBeLessThanOrEqual(4_250);
    expect(afterTokens).toBeGreaterThan(3_900);
  });
});
