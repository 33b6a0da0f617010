import { expect, it } from "vitest";
import { describeToolContract } from "../testing/tool-contract.ts";
import { goalTool } from "./goal.ts";
import { logTools } from "./log-tools.ts";
import { todoTool } from "./todo.ts";

describeToolContract("log tools", logTools);

it("marks goal and todo as keeping state, so that their results are never cleared", () => {
  for (const tool of [goalTool, todoTool]) {
    expect(tool.keepsState, tool.name).toBe(true);
    expect(logTools()).toContain(tool);
  }
});
