import { expect, it } from "vitest";
import { createGoalTree } from "../goals/goal-tree.ts";
import { COMPACTION_EVENTS } from "../log/events/compaction-events.ts";
import { noKeyInformation } from "../context/extract.ts";
import { ledgerOf } from "./ledger.ts";

it("a reworded line tells how it stands there now, the others don't", () => {
  const keys = noKeyInformation();
  keys.requirements.push(
    { text: "Never change the public interface of the payment module", sequence: 1 },
    { text: "Run every test", sequence: 2 },
    { text: "Prefer quarterly figures throughout", sequence: 3 },
  );
  const shown = "Work goes on.\n- The payment module's public interface must not change.\n- Run every test.";
  expect(ledgerOf(keys, createGoalTree(""), shown).map(({ state, now }) => [state, now])).toEqual([
    ["dropped", undefined],
    ["kept", undefined],
    ["reworded", "- The payment module's public interface must not change."],
  ]);
});

it("a ledger line of a log from before wordings were kept reads as it did", () => {
  const line = { kind: "decision", text: "Use UTC", sequence: 4, state: "reworded" };
  const finished = COMPACTION_EVENTS.find((definition) => definition.type === "compaction.finished");
  expect(finished?.entry.shape.data.shape.ledger.parse([line])).toEqual([line]);
});
