import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTokenizer } from "../adapters/tokenizer.ts";
import { USE_TOOL } from "../log/tool-names.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { fitTools, type ToolForm } from "./fit-tools.ts";
import { NAMED_TOOLS_SHARE, REDUCED_TOOLS_SHARE } from "./tunables.ts";

const tokenizer = createTokenizer();
const count = (text: string): number => tokenizer.count(text);

const tool = (name: string, words: number, rank?: Tool["inSmallWindows"]): Tool =>
  defineTool({
    name,
    description: `Does ${name}. ${"It explains itself at length. ".repeat(words)}`,
    input: z.object({ path: z.string().describe("word ".repeat(words)) }),
    ...(rank === undefined ? {} : { inSmallWindows: rank }),
    execute: () => "",
  });

/** The definition of the last tool. */
const lastOf = (json: string): string | undefined => json.split('{"type":"function","function":').at(-1);
const names = (forms: ReadonlyMap<Tool, ToolForm>, form: ToolForm): readonly string[] =>
  [...forms].filter(([, own]) => own === form).map(([{ name }]) => name);

describe("fitTools", () => {
  const many = [
    tool("edit", 20, "first"),
    tool("fetch", 20),
    tool("read", 20, "first"),
    tool("rare", 20, "last"),
    tool("seldom", 20, "last"),
  ];

  it("describes every tool whole, without use_tool, if all fit", () => {
    const { forms, json } = fitTools(many, { tokens: 10_000, count });
    expect(names(forms, "whole")).toHaveLength(many.length);
    expect(json).not.toContain(USE_TOOL);
  });

  it("describes all in short before it names any, and the first whole with what is left", () => {
    const { forms, json } = fitTools(many, { tokens: 540 / REDUCED_TOOLS_SHARE, count });
    expect(names(forms, "named")).toEqual([]);
    expect(names(forms, "whole")).toEqual(["edit"]);
    expect(lastOf(json)).toContain("Gives the whole definition of a tool");
  });

  it("names those that are needed least, behind use_tool", () => {
    const { forms, json } = fitTools(many, { tokens: 260 / REDUCED_TOOLS_SHARE, count });
    expect(names(forms, "named")).toEqual(["rare", "seldom"]);
    expect(names(forms, "short")).toEqual(["edit", "fetch", "read"]);
    expect(lastOf(json)).toContain("no room here: rare, seldom.");
  });

  it("leaves a part of its tokens to the work where only the tools needed most may take all", () => {
    const tokens = 400;
    const used = (rank: Tool["inSmallWindows"]): number => {
      const tools = Array.from({ length: 20 }, (_, index) => tool(`tool_${index}`, 2, rank));
      return count(fitTools(tools, { tokens, count }).json);
    };
    expect(used("first")).toBeGreaterThan(tokens * REDUCED_TOOLS_SHARE);
    expect(used(undefined)).toBeLessThanOrEqual(tokens * REDUCED_TOOLS_SHARE);
  });

  it("leaves room instead of filling it with tools that are needed less than one that does not fit", () => {
    const large = defineTool({
      ...{ name: "large", description: `Does ${"more and ".repeat(200)}more.`, execute: () => "" },
      input: z.object({}),
    });
    const { forms } = fitTools([large, tool("small", 0, "last")], { tokens: 220, count });
    expect(names(forms, "named")).toEqual(["large", "small"]);
  });

  it("gives all tools whole to a program with a tool named use_tool of its own", () => {
    const { forms } = fitTools([...many, tool(USE_TOOL, 20)], { tokens: 1, count });
    expect(names(forms, "whole")).toHaveLength(many.length + 1);
  });

  it("states the number of tools whose names do not fit", () => {
    const servers = Array.from({ length: 200 }, (_, index) => tool(`server__does_thing_${index}`, 1));
    const tokens = 1_000;
    const { json } = fitTools(servers, { tokens, count });
    const last = lastOf(json) ?? "";
    expect(last).toMatch(/and \d+ more that words find/u);
    expect(count(last)).toBeLessThan(tokens * NAMED_TOOLS_SHARE + 150);
  });

  it("keeps the tokens, places every tool once, and chooses the same again", () => {
    const anyTool = fc.record({ words: fc.nat(40), rank: fc.constantFrom("first", "last", undefined) });
    fc.assert(
      fc.property(
        fc.array(anyTool, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 250, max: 4_000 }),
        (drafts, tokens) => {
          const tools = drafts.map(({ words, rank }, index) => tool(`tool_${index}`, words, rank));
          const { forms, json } = fitTools(tools, { tokens, count });
          expect([...forms.keys()]).toEqual(tools);
          expect(count(json)).toBeLessThanOrEqual(tokens);
          const last = lastOf(json) ?? "";
          for (const name of names(forms, "named"))
            expect(last).toMatch(new RegExp(`\\b${name}\\b|more that words`, "u"));
          expect(fitTools(tools, { tokens, count })).toEqual({ forms, json });
        },
      ),
    );
  });
});
