import { expect, it } from "vitest";
import { changedLimits } from "./limit-changes.ts";

it("saves only limits that differ from the operator's, and the operator's limit for an empty field", () => {
  const items = [
    { name: "workspace_runs", limit: 10, highest: 100 },
    { name: "person_runs_per_minute", limit: 50, highest: 50 },
    { name: "person_streams", limit: 5, highest: 60 },
  ];
  expect(changedLimits(items, {})).toEqual({ "workspace.runs": 10, "person.streams": 5 });
  expect(changedLimits(items, { person_runs_per_minute: "20", person_streams: "" })).toEqual({
    "workspace.runs": 10,
    "person.runs_per_minute": 20,
  });
});
