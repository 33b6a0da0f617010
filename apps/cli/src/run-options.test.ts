import { describe, expect, it } from "vitest";
import { parseContext, parseMaxSteps, parseMode, parseTools, repeatedOption } from "./run-options.ts";

describe("options of run", () => {
  it("collects a repeated option in order, and leaves texts behind -- alone", () => {
    const typed = ["Look", "--context", "a=1", "--json", "--context=b=2", "--", "--context", "c=3"];
    expect(repeatedOption("context", typed)).toEqual(["a=1", "b=2"]);
    expect(repeatedOption("context", ["--contexts", "x=1"])).toEqual([]);
  });

  it("reads context values as JSON where they parse, else as text", () => {
    const pairs = ["ticket=SHOP-12", "attempt=2", 'labels=["a","b"]', "query=a=b", "empty="];
    expect(parseContext(pairs)).toEqual({
      ...{ ticket: "SHOP-12", attempt: 2, labels: ["a", "b"], query: "a=b", empty: "" },
    });
  });

  it.each([["ticket"], ["=1"], [""]])("refuses the context %j, which has no name or no value", (pair) => {
    expect(() => parseContext([pair])).toThrow("--context must be NAME=VALUE");
  });

  it("refuses a context name that is given twice", () => {
    expect(() => parseContext(["a=1", "a=2"])).toThrow("--context a is given twice");
  });

  it("splits tools at commas, and takes an empty list as no tools", () => {
    expect(parseTools("calculator, current_time,")).toEqual(["calculator", "current_time"]);
    expect(parseTools("")).toEqual([]);
    expect(parseTools(undefined)).toBeUndefined();
  });

  it("refuses modes and numbers of steps that do not exist", () => {
    expect(parseMode("call")).toBe("call");
    expect(() => parseMode("chat")).toThrow('not "chat"');
    expect(parseMaxSteps("20")).toBe(20);
    expect(() => parseMaxSteps("0")).toThrow('not "0"');
  });
});
