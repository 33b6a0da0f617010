import { expect, it } from "vitest";
import { extractInto, type KeyInformation, noKeyInformation } from "../context/extract.ts";
import { buildLog } from "../testing/builders.ts";
import { FACTS_PER_CALL, AMOUNTS_PER_CALL } from "../tunables.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import { droppedFacts } from "./dropped-facts.ts";
import { archivedIndex, foldIndex } from "./fold-index.ts";

const count = (text: string): number => text.length;

function folded(): KeyInformation {
  const log = buildLog();
  log.user("Order ORD-7711 is late. You should hurry. Never mail anybody.");
  log.assistant({ calls: [{ id: "c1", name: "lookup", arguments: '{"order":"ORD-7711"}' }] });
  log.tool("c1", { toolName: "lookup", output: "parcel P-90210 in hall H-4455" });
  log.assistant({ calls: [{ id: "c2", name: "track", arguments: '{"parcel":"P-90210"}' }] });
  log.tool("c2", { toolName: "track", output: "Error: E-5001 no such parcel", outcome: "error" });
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  return keys;
}

it("lists the calls, newest first, with the other facts of their results, and the mentions that no line names", () => {
  const keys = folded();
  keys.facts.set("INV-1200", { text: "INV-1200", sequence: 1 });
  const lines = foldIndex(keys, "", { tokens: 5_000, count }).split("\n");
  expect(lines.slice(2, 5)).toEqual([
    "Mentioned: INV-1200",
    "c2 track(P-90210) error Error: E-5001 no such parcel: E-5001",
    "c1 lookup(ORD-7711): H-4455",
  ]);
});

it("leaves a quarter of its tokens to the lines of calls, however many facts are mentioned, and the rest to the mentions", () => {
  const log = buildLog();
  const numbers = Array.from({ length: 400 }, (_, index) => `${1000 + index}.50`);
  for (let call = 0; call < 4; call += 1) {
    const sum = numbers.slice(call * 100, call * 100 + 100).join("+");
    log.assistant({ calls: [{ id: `c${call}`, name: "calculator", arguments: `{"sum":"${sum}"}` }] });
    log.tool(`c${call}`, { toolName: "calculator", output: `77${call}00.25` });
  }
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  const small = foldIndex(keys, "", { tokens: 2_000, count });
  for (let call = 0; call < 4; call += 1) expect(small).toMatch(new RegExp(`^c${call} calculator`, "mu"));
  const large = foldIndex(keys, "", { tokens: 20_000, count });
  for (const { text } of keys.facts.values()) expect(large).toContain(text);
});

it("does not repeat facts of the summary, and stays within its tokens", () => {
  const keys = folded();
  keys.calls.clear();
  expect(foldIndex(keys, "about P-90210", { tokens: 5_000, count })).toContain("Mentioned: ORD-7711\n");
  for (let tokens = 0; tokens < 500; tokens += 7)
    expect(foldIndex(folded(), "", { tokens, count }).length).toBeLessThanOrEqual(tokens);
});

it("has all facts and a line of each call for the archive, oldest first", () => {
  expect(
    archivedIndex(folded())
      .split("\n")
      .map((line) => line.slice(0, 16)),
  ).toEqual(["ORD-7711 P-90210", "c1 lookup(ORD-77", "c2 track(P-90210"]);
  expect(archivedIndex(noKeyInformation())).toBe("");
});

/** The index of twelve calls with thirty rows each, a name and an amount, and the facts in the line of a call. */
function indexOfRows(tokens: number): (call: number) => readonly string[] {
  const log = buildLog();
  for (let call = 0; call < 12; call += 1) {
    log.assistant({ calls: [{ id: `c${call}`, name: "query", arguments: "{}" }] });
    const rows = Array.from(
      { length: 30 },
      (_, row) => `${call + 10}${row + 10}.50 ACC-${call + 10}${row + 10}`,
    );
    log.tool(`c${call}`, { toolName: "query", output: rows.join("\n") });
  }
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  const lines = foldIndex(keys, "", { tokens, count }).split("\n");
  return (call) =>
    lines
      .find((line) => line.startsWith(`c${call} `))
      ?.split(": ")[1]
      ?.split(" ") ?? [];
}

it("lists more facts of the newest calls, names before amounts", () => {
  const factsOf = indexOfRows(3_700);
  expect([factsOf(11).length, factsOf(0).length]).toEqual([30 + AMOUNTS_PER_CALL, FACTS_PER_CALL]);
  expect(
    factsOf(11)
      .slice(0, 30)
      .every((fact) => fact.startsWith("ACC-")),
  ).toBe(true);
  expect(factsOf(11)[30]).toBe("2110.50");
});

it("lists all facts of every call while there is room, the newest calls first", () => {
  const [whole, less] = [indexOfRows(50_000), indexOfRows(4_000)];
  expect([whole(11).length, whole(0).length]).toEqual([60, 60]);
  expect(less(11).length).toBe(60);
  expect(less(0).length).toBe(FACTS_PER_CALL);
});

it("lists no calls of the tools whose state a summary shows anyway", () => {
  const log = buildLog();
  log.assistant({
    calls: [
      { id: "c1", name: "goal", arguments: "{}" },
      { id: "c2", name: "look", arguments: "{}" },
    ],
  });
  log.tool("c1", { toolName: "goal", output: "ok" });
  log.tool("c2", { toolName: "look", output: "ok" });
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  const text = foldIndex(keys, "", { tokens: 5_000, count });
  expect([text.includes("c1 goal"), text.includes("c2 look")]).toEqual([false, true]);
});

it("puts back what a summary drops, prohibitions first, while tokens last", () => {
  const goals = createGoalTree("task");
  const put = (shown: string, tokens = 5_000): readonly string[] =>
    droppedFacts(folded(), goals, { shown, tokens, count }).split("\n").slice(1, -1);
  expect(put("Nothing.")).toEqual(["- #1 Never mail anybody.", "- #1 You should hurry."]);
  expect(put("Never mail anybody. You should hurry.")).toEqual([]);
  expect(put("Nothing.", 65)).toEqual(["- #1 Never mail anybody."]);
});

/** Twenty calls with one fact each; before the first and after the tenth the assistant mentions facts of its own. */
function manyCalls(): KeyInformation {
  const log = buildLog();
  for (let call = 0; call < 20; call += 1) {
    const mentions =
      call === 0 || call === 10 ? Array.from({ length: 30 }, (_, n) => `M-${call}${n + 10}`) : [];
    log.assistant({ text: mentions.join(" "), calls: [{ id: `c${call}`, name: "look", arguments: "{}" }] });
    log.tool(`c${call}`, { toolName: "look", output: `F-${call + 10}00` });
  }
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  return keys;
}

it("prefers facts of recent results to mentions of long ago, and these to results of the same age", () => {
  const index = foldIndex(manyCalls(), "", { tokens: 450, count });
  // The mentions of ten calls ago come before most results of that age.
  expect(index).toContain("M-1010");
  expect(index).toContain("F-2500");
  expect(index).not.toContain("M-010");
  expect(index).not.toContain("F-1100");
});

it("fills the rest of its room with a part of the next call's facts", () => {
  const log = buildLog();
  log.assistant({ calls: [{ id: "c1", name: "query", arguments: "{}" }] });
  log.tool("c1", {
    toolName: "query",
    output: Array.from({ length: 30 }, (_, n) => `ACC-${n + 1000}`).join("\n"),
  });
  const keys = noKeyInformation();
  for (const entry of log.entries) if (entry.kind === "message") extractInto(keys, entry);
  const index = foldIndex(keys, "", { tokens: 320, count });
  expect(index).toContain("c1 query({}): ACC-1000 ACC-1001");
  expect(index).not.toContain("ACC-1029");
  expect(index.length).toBeLessThanOrEqual(320);
});
