import { toFailure } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { limitedAgent } from "./limited-agent.ts";

const available = createToolSet(builtInTools());

describe("limitedAgent", () => {
  it("names only the requested tools, each once", () => {
    const agent = limitedAgent({ tools: ["calculator", "todo", "calculator"], maxSteps: 3 }, available);
    expect(agent.tools).toEqual(["calculator", "todo"]);
    expect(agent.limits.maxSteps).toBe(3);
  });

  it("leaves the agent unchanged without limits, and without tools for an empty list", () => {
    expect(limitedAgent({}, available)).toEqual(generalAgent);
    expect(limitedAgent({ tools: [] }, available).tools).toEqual([]);
  });

  it("gives an agent that only reads the tools that change nothing, and refuses it any other", () => {
    const agent = limitedAgent({ agent: "explore" }, available);
    expect(agent.name).toBe("explore");
    expect(agent.tools).toContain("read_file");
    expect(agent.tools).not.toContain("write_file");
    const failure = toFailure(
      errorFrom(() => limitedAgent({ agent: "explore", tools: ["write_file"] }, available)),
    );
    expect(failure.message).toContain('The agent "explore" only reads');
    expect(toFailure(errorFrom(() => limitedAgent({ agent: "explor" }, available))).fix).toContain("explore");
  });

  it.each([
    ["suggests the nearest name", "calculater", "Did you mean calculator?"],
    ["lists all tools when none is near", "send_email", "current_time"],
  ])("rejects an unknown tool and %s", (_, name, fix) => {
    const failure = toFailure(errorFrom(() => limitedAgent({ tools: [name] }, available)));
    expect(failure.code).toBe("INVALID_INPUT");
    expect(failure.fix).toContain(fix);
  });
});

function errorFrom(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Expected an error.");
}
