import { logTools } from "@goaltrace/core";
import { describeToolContract } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { expect, it } from "vitest";
import { builtInTools } from "./built-in-tools.ts";
import { createSandbox } from "./process/sandbox.ts";

const machine = { sandbox: createSandbox(null), variables: {} };

describeToolContract("built-in tools", () => builtInTools(machine));

it("offers the tools of the log and of the machine", () => {
  const set = createToolSet(builtInTools());
  for (const tool of logTools()) expect(set.find(tool.name)).toBe(tool);
  expect(set.find("read_file")).toBeDefined();
  expect(set.find("bash_command")).toBeUndefined();
  expect(createToolSet(builtInTools(machine)).find("bash_command")).toBeDefined();
});
