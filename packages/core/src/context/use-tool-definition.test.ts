import { expect, it } from "vitest";
import { useToolJson } from "./use-tool-definition.ts";

it("lists the names of the tools that it stands for", () => {
  expect(useToolJson(["task", "webfetch"], 0)).toContain("no room here: task, webfetch.");
  expect(useToolJson(["task"], 7)).toContain("task, and 7 more that words find");
  expect(useToolJson([], 0)).not.toContain("no room");
});
