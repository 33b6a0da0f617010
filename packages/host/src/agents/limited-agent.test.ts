import { toFailure } from "@goaltrace/core";
import {
  type AgentFields,
  type AgentLayer,
  generalAgent,
  layerAgents,
  PRESETS,
} from "@goaltrace/core/agents";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import { builtInTools } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { type AgentLimits, type ChosenAgent, limitedAgent } from "./limited-agent.ts";

const available = createToolSet(builtInTools());

describe("limitedAgent", () => {
  it("names only the requested tools, each once", () => {
    const { agent } = limited({ tools: ["calculator", "todo", "calculator"], maxSteps: 3 });
    expect(agent.tools).toEqual(["calculator", "todo"]);
    expect(agent.limits.maxSteps).toBe(3);
  });

  it("leaves the agent unchanged without limits, and without tools for an empty list", () => {
    expect(limited({}).agent).toEqual(generalAgent);
    expect(limited({ tools: [] }).agent.tools).toEqual([]);
  });

  it("gives a read-only agent the tools that change nothing, and refuses it any other", () => {
    const { agent } = limited({ agent: "explore" });
    expect(agent.name).toBe("explore");
    expect(agent.tools).toContain("read_file");
    expect(agent.tools).not.toContain("write_file");
    const failure = toFailure(errorFrom(() => limited({ agent: "explore", tools: ["write_file"] })));
    expect(failure.message).toContain('The agent "explore" only reads');
    expect(toFailure(errorFrom(() => limited({ agent: "explor" }))).fix).toContain("explore");
  });

  it.each([
    ["suggests the nearest name", "calculater", "Did you mean calculator?"],
    ["lists all tools when none is near", "send_email", "current_time"],
  ])("rejects an unknown tool and %s", (_, name, fix) => {
    const failure = toFailure(errorFrom(() => limited({ tools: [name] })));
    expect(failure.code).toBe("INVALID_INPUT");
    expect(failure.fix).toContain(fix);
  });
});

describe("limitedAgent with an agent of the workspace", () => {
  const support = (fields: AgentFields, limits: AgentLimits = {}): ChosenAgent =>
    limited({ agent: "support", ...limits }, { support: fields });

  it("gives it its own tools and models", () => {
    const { agent, models } = support({ tools: ["calculator"], models: ["openai/gpt-4.1"] });
    expect(agent).toMatchObject({
      ...{ name: "support", tools: ["calculator"], definition: { layer: "workspace", version: 1 } },
    });
    expect(models).toEqual(["openai/gpt-4.1"]);
    const refused = toFailure(errorFrom(() => support({ tools: ["calculator"] }, { tools: ["write_file"] })));
    expect(refused.message).toBe('The agent "support" does not have the tool "write_file".');
  });

  it("accepts a lower limit of steps than its own, never a higher one", () => {
    expect(support({ maxSteps: 20 }, { maxSteps: 5 }).agent.limits.maxSteps).toBe(5);
    expect(support({ maxSteps: 20 }, { maxSteps: 90 }).agent.limits.maxSteps).toBe(20);
    expect(limited({ maxSteps: 90 }).agent.limits.maxSteps).toBe(90);
  });

  it("leaves out the tools of memory that it must not use", () => {
    const own = ["calculator", "read_memory", "search_memory", "write_memory"];
    const withMemory = (memory: "none" | "read"): unknown =>
      limited({ agent: "support" }, { support: { memory } }, withMemoryTools(own)).agent.tools;
    expect(withMemory("read")).toEqual(["calculator", "read_memory", "search_memory", "*__*"]);
    expect(withMemory("none")).toEqual(["calculator", "*__*"]);
  });

  it("keeps the listed MCP servers and their tools, and lets a run have no others", () => {
    const fields = { tools: ["calculator", "docs__*", "browser__open"] };
    expect(support(fields).agent.tools).toEqual(["calculator", "browser__open", "docs__*"]);
    expect(support(fields, { tools: ["docs__find", "browser__open"] }).agent.tools).toEqual([
      ...["docs__find", "browser__open"],
    ]);
    for (const tool of ["browser__*", "mail__send"]) {
      const refused = toFailure(errorFrom(() => support(fields, { tools: [tool] })));
      expect(refused.message).toBe(`The agent "support" does not have the tool "${tool}".`);
    }
    expect(support({ ...fields, isReadOnly: true }).agent.tools).toEqual(["calculator"]);
  });
});

describe("limitedAgent with chosen MCP servers", () => {
  const noServers = (tools: readonly string[] | "all"): unknown =>
    tools === "all" ? [] : tools.filter((name) => name.includes("__"));

  it("leaves out the tools of servers that are not chosen, and no other tools", () => {
    const all = available.tools.filter(({ offered }) => offered !== "by_name").map(({ name }) => name);
    expect(limited({ serverTools: null }).agent.tools).toBe("all");
    expect(limited({ serverTools: ["docs__*", "mail__send"] }).agent.tools).toEqual([
      ...[...all, "docs__*", "mail__send"],
    ]);
    expect(limited({ serverTools: [] }).agent.tools).toEqual(all);
  });

  it("never adds a tool that the agent or the run does not have", () => {
    const fields = { tools: ["calculator", "docs__*", "browser__open"] };
    const of = (limits: AgentLimits): unknown =>
      noServers(limited({ agent: "support", ...limits }, { support: fields }).agent.tools);
    expect(of({ serverTools: ["docs__find", "browser__*", "mail__*"] })).toEqual([
      "browser__open",
      "docs__find",
    ]);
    expect(of({ serverTools: ["browser__*"], tools: ["docs__find"] })).toEqual([]);
    expect(of({ serverTools: ["docs__*"], tools: ["docs__find"] })).toEqual(["docs__find"]);
  });
});

it("gives a read-only agent those server tools that are read-only by their trusted definition", () => {
  const [calculator] = available.tools;
  if (calculator === undefined) throw new Error("there is no tool");
  const tool = (name: string, readOnlyHint?: boolean) => ({
    ...{ ...calculator, name },
    annotations: readOnlyHint === undefined ? {} : { readOnlyHint },
  });
  const servers = [tool("docs__find", true), tool("docs__edit"), tool("mail__send", false)];
  const tools = createToolSet([...available.tools, ...servers]);
  const own = limited({ agent: "explore" }, {}, tools).agent.tools;
  expect(own === "all" ? [] : own.filter((name) => name.includes("__"))).toEqual(["docs__find"]);
  const refused = toFailure(errorFrom(() => limited({ agent: "explore", tools: ["docs__edit"] }, {}, tools)));
  expect(refused.message).toContain('The agent "explore" only reads');
  // For other agents the list names servers as before, so that a new tool of one is theirs at once.
  expect(limited({ agent: "general" }, {}, tools).agent.tools).toBe("all");
});

function limited(
  limits: AgentLimits,
  workspace: Readonly<Record<string, AgentFields>> = {},
  tools: ToolSet = available,
): ChosenAgent {
  const layers = Object.entries(workspace).map(([name, fields]): AgentLayer => {
    return { layer: "workspace", name, fields, version: 1, file: null, problem: null };
  });
  return limitedAgent({ agents: layerAgents([...PRESETS, ...layers]) }, limits, tools);
}

function withMemoryTools(names: readonly string[]): ToolSet {
  const calculator = available.find("calculator");
  if (calculator === undefined) throw new Error("there is no calculator");
  return createToolSet(names.map((name) => ({ ...calculator, name })));
}

function errorFrom(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Expected an error.");
}
