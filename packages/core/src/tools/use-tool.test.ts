import { describe, expect, it } from "vitest";
import { z } from "zod";
import { USE_TOOL } from "../log/tool-names.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { createToolRun } from "../testing/tool-run.ts";
import { createToolSet } from "./tool-set.ts";
import { withUseTool } from "./use-tool.ts";

const tool = (name: string, description: string): Tool =>
  defineTool({ name, description, input: z.object({ url: z.string().max(9) }), execute: () => "" });
const set = createToolSet([
  tool("calculator", "Computes an expression."),
  tool("webfetch", "Fetches a page from the web. Reads only."),
]);

async function look(text: string, tools = set): Promise<string> {
  const useTool = withUseTool(tools).find(USE_TOOL);
  if (useTool === undefined) throw new Error("no use_tool");
  const { output } = await useTool.run({ tool: text }, createToolRun().context);
  return output;
}

describe("use_tool", () => {
  it("gives the whole definition of a tool, and how to call it", async () => {
    const output = await look("webfetch");
    expect(output).toContain("webfetch: Fetches a page from the web. Reads only.");
    expect(output).toContain('{"type":"object","properties":{"url":{"type":"string"}},"required":["url"]}');
    expect(output).toContain('use_tool({"tool": "webfetch", "arguments": {…}})');
  });

  it("finds tools by words of their names and first sentences", async () => {
    expect(await look("fetch a page")).toMatch(/- webfetch: Fetches a page from the web\.$/u);
  });

  it("lists every tool when words find none", async () => {
    expect(await look("zebra")).toContain("Tools: calculator, webfetch");
  });

  it("can be called, and is not among the tools that requests list, agents count or errors name", () => {
    expect(withUseTool(set).tools).toBe(set.tools);
  });

  it("is missing where there are no tools, and leaves a tool of that name alone", () => {
    const none = createToolSet([]);
    expect(withUseTool(none)).toBe(none);
    const own = createToolSet([tool(USE_TOOL, "Mine.")]);
    expect(withUseTool(own).find(USE_TOOL)?.description).toBe("Mine.");
  });

  it("marks its results as a stranger's words only if other programs wrote definitions", () => {
    const servers = createToolSet([tool("server__look", "Looks.")]);
    expect(withUseTool(set).find(USE_TOOL)?.trust).toBe("workspace");
    expect(withUseTool(servers).find(USE_TOOL)?.trust).toBe("untrusted");
  });
});
