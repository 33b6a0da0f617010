import { describe, expect, it } from "vitest";
import { parseContext, parseMaxSteps, parseMode, parseTools, repeatedOption } from "./run-options.ts";

describe("options of run", () => {
  it("collects a repeated option in order and ignores text after --", () => {
    const typed = ["Look", "--context", "a=1", "--json", "--context=b=2", "--", "--context", "c=3"];
    expect(repeatedOption("context", typed)).toEqual(["a=1", "b=2"]);
    expect(repeatedOption("context", ["--contexts", "x=1"])).toEqual([]);
  });

  it("parses context values as JSON when valid, otherwise as text", () => {
    const pairs = ["ticket=SHOP-12", "attempt=2", 'labels=["a","b"]', "query=a=b", "empty="];
    expect(parseContext(pairs)).toEqual({
      ...{ ticket: "SHOP-12", attempt: 2, labels: ["a", "b"], query: "a=b", empty: "" },
    });
  });

  it.each([["ticket"], ["=1"], [""]])("rejects the context %j without a name or value", (pair) => {
    expect(() => parseContext([pair])).toThrow("--context must be NAME=VALUE");
  });

  it("rejects a repeated context name", () => {
    expect(() => parseContext(["a=1", "a=2"])).toThrow("--context a was passed twice");
  });

  it("splits tools at commas and treats an empty list as no tools", () => {
    expect(parseTools("calculator, current_time,")).toEqual(["calculator", "current_time"]);
    expect(parseTools("")).toEqual([]);
    expect(parseTools(undefined)).toBeUndefined();
  });

  it("rejects unknown modes and invalid step limits", () => {
    expect(parseMode("call")).toBe("call");
    expect(() => parseMode("chat")).toThrow('not "chat"');
    expect(parseMaxSteps("20")).toBe(20);
    expect(() => parseMaxSteps("0")).toThrow('not "0"');
  });
});
