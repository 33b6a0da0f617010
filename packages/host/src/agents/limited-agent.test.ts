import { createToolSet, generalAgent } from "@goaltrace/core";
import { builtInTools } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { limitedAgent } from "./limited-agent.ts";

const available = createToolSet(builtInTools());

describe("limitedAgent", () => {
  it("T2 · names only the tools asked for, each once", () => {
    const agent = limitedAgent({ tools: ["calculator", "todo", "calculator"], maxSteps: 3 }, available);
    expect(agent.tools).toEqual(["calculator", "todo"]);
    expect(agent.limits.maxSteps).toBe(3);
  });

  it("T2 · leaves the agent as it is without limits, and without tools for an empty list", () => {
    expect(limitedAgent({}, available)).toEqual(generalAgent);
    expect(limitedAgent({ tools: [] }, available).tools).toEqual([]);
  });

  it("T2 · refuses unknown tools and suggests the nearest name, or lists them all", () => {
    expect(() => limitedAgent({ tools: ["calculater"] }, available)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", fix: "Did you mean calculator?" }),
    );
    const listed: unknown = expect.stringContaining("current_time");
    expect(() => limitedAgent({ tools: ["send_email"] }, available)).toThrow(
      expect.objectContaining({ fix: listed }),
    );
  });
});
