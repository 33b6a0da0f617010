import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import { defineTool, type Tool, type ToolSet } from "../ports/tool.ts";
import { createToolSet, narrowTools } from "./tool-set.ts";

const named = (name: string): Tool =>
  defineTool({
    name,
    description: "",
    input: z.object({}),
    annotations: {},
    execute: async () => ({ title: "", output: "" }),
  });
const setOf = (...names: readonly string[]): ToolSet => createToolSet(names.map(named));
const namesOf = (set: ToolSet): readonly string[] => set.tools.map((tool) => tool.name);

describe("createToolSet", () => {
  it("orders by name, whatever the order given", () => {
    expect(namesOf(setOf("todo", "Goal", "goal", "a-1", "a_1"))).toEqual([
      "Goal",
      "a-1",
      "a_1",
      "goal",
      "todo",
    ]);
    expect(namesOf(setOf("a_1", "goal", "a-1", "todo", "Goal"))).toEqual(
      namesOf(setOf("todo", "Goal", "goal", "a-1", "a_1")),
    );
  });

  it("refuses two tools with one name and names that cannot be sent", () => {
    expect(() => setOf("a", "a")).toThrow('Two tools are named "a"');
    for (const name of ["bad name", "", "a".repeat(65), "näher"])
      expect(() => setOf(name), name).toThrow("cannot be sent");
  });
});

describe("narrowTools", () => {
  const set = setOf("read_file", "calculator", "write_file");

  it("has only the allowed tools, in the order of the set", () => {
    const narrow = narrowTools(set, ["read_file", "calculator", "read_file"]);
    expect(namesOf(narrow)).toEqual(["calculator", "read_file"]);
    expect(narrow.find("calculator")).toBe(set.find("calculator"));
    expect(narrow.find("write_file")).toBeUndefined();
  });

  it("has every tool for all and none for an empty list", () => {
    expect(narrowTools(set, "all")).toBe(set);
    expect(namesOf(narrowTools(set, []))).toEqual([]);
  });

  it("refuses unknown names and suggests the one that was meant", () => {
    const suggestion = 'Did you mean "read_file"? Correct the agent\'s list of tools.';
    expect(() => narrowTools(set, ["readfile"])).toThrow(
      new GoaltraceError({
        code: "CONFIGURATION_INVALID",
        message: 'There is no tool named "readfile"',
        fix: suggestion,
      }),
    );
    expect(() => narrowTools(set, ["send_email"])).toThrow('no tool named "send_email"');
  });
});
