import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import { defineTool, type Tool, type ToolSet } from "../ports/tool.ts";
import { createToolSet, narrowTools } from "./tool-set.ts";

const named = (name: string): Tool =>
  defineTool({
    name,
    description: "A tool.",
    input: z.object({}),
    annotations: {},
    execute: async () => ({ title: "", output: "" }),
  });
const toolSet = (...names: readonly string[]): ToolSet => createToolSet(names.map(named));
const toolNames = (set: ToolSet): readonly string[] => set.tools.map((tool) => tool.name);

describe("createToolSet", () => {
  it("orders tools by name regardless of their input order", () => {
    expect(toolNames(toolSet("todo", "Goal", "goal", "a-1", "a_1"))).toEqual([
      "Goal",
      "a-1",
      "a_1",
      "goal",
      "todo",
    ]);
    expect(toolNames(toolSet("a_1", "goal", "a-1", "todo", "Goal"))).toEqual(
      toolNames(toolSet("todo", "Goal", "goal", "a-1", "a_1")),
    );
  });

  it("rejects duplicate names and names that cannot be sent", () => {
    expect(() => toolSet("a", "a")).toThrow('Two tools are named "a"');
    for (const name of ["bad name", "", "a".repeat(65), "näher"])
      expect(() => toolSet(name), name).toThrow("cannot be sent");
  });
});

describe("narrowTools", () => {
  const set = toolSet("read_file", "calculator", "write_file");

  it("keeps only the allowed tools, in the order of the set", () => {
    const narrow = narrowTools(set, ["read_file", "calculator", "read_file"]);
    expect(toolNames(narrow)).toEqual(["calculator", "read_file"]);
    expect(narrow.find("calculator")).toBe(set.find("calculator"));
    expect(narrow.find("write_file")).toBeUndefined();
  });

  it('keeps every tool for "all" and none for an empty list', () => {
    expect(narrowTools(set, "all")).toBe(set);
    expect(toolNames(narrowTools(set, []))).toEqual([]);
  });

  it('keeps a tool that is offered by name from "all", and gives it to who names it', () => {
    const withRare = createToolSet([...set.tools, { ...named("parse_ast"), offered: "by_name" }]);
    expect(toolNames(narrowTools(withRare, "all"))).toEqual(toolNames(set));
    expect(narrowTools(withRare, "all")).toBe(narrowTools(withRare, "all"));
    expect(toolNames(narrowTools(withRare, ["parse_ast"]))).toEqual(["parse_ast"]);
  });

  it("keeps the tools of listed MCP servers, and does without those that are gone", () => {
    const servers = toolSet("calculator", "docs__find", "docs__read", "mail__send");
    const narrow = (...allowed: readonly string[]): readonly string[] =>
      toolNames(narrowTools(servers, allowed));
    expect(narrow("docs__*")).toEqual(["docs__find", "docs__read"]);
    expect(narrow("calculator", "mail__send", "docs__gone", "lost__*")).toEqual(["calculator", "mail__send"]);
    expect(narrow("*__*")).toEqual(["docs__find", "docs__read", "mail__send"]);
  });

  it("rejects unknown names and suggests the nearest one", () => {
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
