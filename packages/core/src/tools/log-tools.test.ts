import { expect, it } from "vitest";
import { describeToolContract } from "../testing/tool-contract.ts";
import { goalTool } from "./goal.ts";
import { logTools } from "./log-tools.ts";
import { todoTool } from "./todo.ts";

describeToolContract("log tools", logTools);

it("goal and todo keep state, their results are never cleared", () => {
  for (const tool of [goalTool, todoTool]) {
    expect(tool.keepsState, tool.name).toBe(true);
    expect(logTools()).toContain(tool);
  }
});
