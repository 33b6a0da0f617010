import { expect, it } from "vitest";
import { createGoalTree } from "../goals/goal-tree.ts";
import { COMPACTION_EVENTS } from "../log/events/compaction-events.ts";
import { noKeyInformation } from "../context/extract.ts";
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
