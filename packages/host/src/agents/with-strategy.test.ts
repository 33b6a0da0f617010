import { toFailure } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { describe, expect, it } from "vitest";
import { keepStrategy, withStrategy } from "./with-strategy.ts";

describe("the strategy of one run", () => {
  it("replaces that of the agent", () => {
    expect(withStrategy(generalAgent, "plan-execute").strategy).toBe("plan-execute");
    expect(withStrategy(generalAgent, undefined)).toBe(generalAgent);
  });

  it("must be known", () => {
    const reject = (name: string): string => {
      try {
        withStrategy(generalAgent, name);
      } catch (thrown) {
        const { code, fix } = toFailure(thrown);
        return `${code}: ${fix}`;
      }
      return "accepted";
    };
    expect(reject("plan-excute")).toBe("INVALID_INPUT: Did you mean plan-execute?");
    expect(reject("zzz")).toContain("Use one of: react, auto");
  });

  it("is that of the previous turn, unless that turn had another agent or a strategy from a program", () => {
    expect(keepStrategy(generalAgent, { name: "general", strategy: "plan-execute" }).strategy).toBe(
      "plan-execute",
    );
    expect(keepStrategy(generalAgent, { name: "explore", strategy: "plan-execute" })).toBe(generalAgent);
    expect(keepStrategy(generalAgent, { name: "general", strategy: "briefly" })).toBe(generalAgent);
    expect(keepStrategy(generalAgent, undefined)).toBe(generalAgent);
  });
});
