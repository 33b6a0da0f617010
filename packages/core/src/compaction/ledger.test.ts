import { expect, it } from "vitest";
import { createGoalTree } from "../goals/goal-tree.ts";
import { compactionEventSchemas } from "../log/compaction-event-schema.ts";
import { noKeyInformation } from "../context/extract.ts";
import { ledgerOf } from "./ledger.ts";

it("C6b · a reworded line tells how it stands there now, the others don't", () => {
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

it("M20 · a ledger line of a log from before wordings were kept reads as it did", () => {
  const line = { kind: "decision", text: "Use UTC", sequence: 4, state: "reworded" };
  const finished = compactionEventSchemas.find((schema) => schema.shape.type.value === "compaction.finished");
  const data = finished?.shape.data.shape;
  expect(data !== undefined && "ledger" in data && data.ledger.parse([line])).toEqual([line]);
});
