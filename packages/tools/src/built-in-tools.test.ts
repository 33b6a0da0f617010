import { logTools } from "@goaltrace/core";
import { describeToolContract } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { expect, it } from "vitest";
import { builtInTools } from "./built-in-tools.ts";

describeToolContract("built-in tools", builtInTools);

it("offers the tools of the log and of the machine", () => {
  const set = createToolSet(builtInTools());
  for (const tool of logTools()) expect(set.find(tool.name)).toBe(tool);
  expect(set.find("read_file")).toBeDefined();
});
