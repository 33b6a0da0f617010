import { expect, it } from "vitest";
import { describeToolContract } from "../testing/tool-contract.ts";
import { logTools } from "./log-tools.ts";

describeToolContract("log tools", logTools);

it("C3 · goal and todo keep state, their results are never cleared", () => {
  const keeping = logTools().filter((tool) => tool.keepsState === true);
  expect(keeping.map((tool) => tool.name)).toEqual(["goal", "todo"]);
});
