import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listsTool } from "../log/tool-names.ts";
import { type AgentRights, ALL_RIGHTS, narrowRights } from "./agent-rights.ts";
import {
  type AgentFields,
  type AgentLayer,
  type AgentLayerName,
  layerAgents,
  type LayeredAgent,
  toDefinition,
} from "./layered-agent.ts";
import { generalAgent, PRESETS, presetAgents } from "./presets.ts";

const NAMES = ["general", "explore", "support"];
const TOOLS = ["read_file", "write_file", "shell", "calculator"];

it("grants a tool of an MCP server exactly if both lists have it, by its name or by a pattern", () => {
  const servers = ["docs", "mail", "*"];
  const entries = fc.constantFrom(
    ...servers.map((server) => `${server}__*`),
    ...["docs__find", "docs__read", "mail__send", "calculator"],
  );
  const lists = fc.oneof(fc.constant("all" as const), fc.uniqueArray(entries));
  const has = (list: readonly string[] | "all", name: string): boolean =>
    list === "all" || listsTool(list, name);
  const names = fc.constantFrom("docs__find", "docs__read", "mail__send", "mail__gone", "calculator");
  fc.assert(
    fc.property(lists, lists, names, (left, right, name) => {
      const { tools } = narrowRights({ ...ALL_RIGHTS, tools: left }, { tools: right });
      expect(has(tools, name)).toBe(has(left, name) && has(right, name));
    }),
  );
});

describe("layerAgents", () => {
  it("leaves the built-in agents as they are without other layers", () => {
    expect(presetAgents.find("general")?.agent).toEqual(generalAgent);
    expect(presetAgents.list().map(({ agent }) => agent.name)).toEqual(["analyst", "explore", "general"]);
  });

  it("takes each text from the highest layer that has it, and names that layer", () => {
    const general = find(
      layersOf(
        workspace("general", { instructions: "Be brief.", strategy: "react" }),
        project("general", { instructions: "Be precise." }),
      ),
      "general",
    );
    expect(general.texts.instructions).toBe("Be precise.");
    expect(general.textFrom).toEqual({
      ...{ instructions: "project", strategy: "workspace", description: "built_in", models: "built_in" },
      route: "built_in",
    });
    expect(toDefinition(general).agent.definition).toEqual({ layer: "project", version: 3 });
  });

  it("gives runs the route of the highest layer that states one, null for one that decides for each message", () => {
    const below = workspace("general", { strategy: "auto", route: "PLAN_REQUIRED" });
    const routeOf = (...layers: readonly AgentLayer[]): string | undefined =>
      toDefinition(find(layersOf(...layers), "general")).agent.route;
    expect(routeOf(below)).toBe("PLAN_REQUIRED");
    expect(routeOf(below, project("general", {}))).toBe("PLAN_REQUIRED");
    expect(routeOf(below, project("general", { route: null }))).toBeUndefined();
    expect(routeOf(workspace("general", { strategy: "auto" }))).toBeUndefined();
  });

  it("grants only what every layer grants, and names the layer that took a right away", () => {
    const general = find(
      layersOf(
        workspace("general", { tools: ["read_file", "shell"], maxSteps: 20 }),
        project("general", { tools: ["read_file", "write_file"], maxSteps: 90, memory: "read" }),
      ),
      "general",
    );
    expect(general.rights.tools).toEqual(["read_file"]);
    expect(general.rights.maxSteps).toBe(20);
    expect(general.rightFrom).toEqual({ tools: "project", maxSteps: "workspace", memory: "project" });
  });

  it("gives a new agent of the workspace the texts of general, and limits of its own", () => {
    const support = find(
      layersOf(workspace("support", { maxSteps: 300 }), workspace("general", { tools: [] })),
      "support",
    );
    expect(support.texts.instructions).toBe(generalAgent.instructions);
    expect(support.rights).toMatchObject({ tools: "all", maxSteps: 300 });
    expect(support.basis).toBe("general");
  });

  it("gives a new agent of a project folder no more rights than general has in the workspace", () => {
    const layers = layersOf(
      workspace("general", { tools: ["read_file"] }),
      project("support", { tools: ["read_file", "shell"] }),
    );
    expect(find(layers, "support").rights.tools).toEqual(["read_file"]);
    expect(find(layers, "support").rightFrom.tools).toBe("workspace");
    expect(toDefinition(find(layers, "support")).agent.definition?.basis).toBe("general");
  });

  it("keeps the problem of an unreadable layer, whatever is above it", () => {
    const broken = { ...workspace("general", {}), problem: "It cannot be read." };
    expect(find(layersOf(broken, project("general", {})), "general").problem).toBe("It cannot be read.");
    expect(find(layersOf(broken, project("support", {})), "support").problem).toBe("It cannot be read.");
  });

  it("never returns rights that a lower layer does not grant", () => {
    fc.assert(
      fc.property(fc.array(layer(), { maxLength: 6 }), (added) => {
        const layers = oncePerPlace(added);
        const all = layerAgents([...PRESETS, ...layers]);
        for (const agent of all) {
          const below = agent.layers.slice(0, -1);
          for (const { fields } of agent.layers) expectWithin(agent.rights, fields);
          if (below.length === 0) continue;
          const top = agent.layers.at(-1);
          const lower = find(layerAgents([...PRESETS, ...layers.filter((one) => one !== top)]), agent.name);
          expectWithin(agent.rights, lower.rights);
        }
      }),
    );
  });

  it("never gives an agent that only a project folder defines more rights than general has in the workspace", () => {
    fc.assert(
      fc.property(fc.array(layer(), { maxLength: 6 }), (added) => {
        const layers = oncePerPlace(added);
        const ofWorkspace = layers.filter((one) => one.layer === "workspace");
        const general = find(layerAgents([...PRESETS, ...ofWorkspace]), "general");
        for (const agent of layerAgents([...PRESETS, ...layers]))
          if (agent.layers[0]?.layer === "project") expectWithin(agent.rights, general.rights);
      }),
    );
  });
});

/** Fails unless narrowing the rights by the others changes nothing. */
function expectWithin(rights: AgentRights, others: Partial<AgentRights>): void {
  const sorted = (one: AgentRights): AgentRights => ({
    ...one,
    tools: one.tools === "all" ? "all" : one.tools.toSorted(),
  });
  expect(sorted(narrowRights(rights, others))).toEqual(sorted(rights));
}

function find(agents: readonly LayeredAgent[], name: string): LayeredAgent {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new Error(`there is no agent ${name}`);
  return agent;
}

function layersOf(...layers: readonly AgentLayer[]): readonly LayeredAgent[] {
  return layerAgents([...PRESETS, ...layers]);
}

function workspace(name: string, fields: AgentFields): AgentLayer {
  return { layer: "workspace", name, fields, version: 3, file: null, problem: null };
}

function project(name: string, fields: AgentFields): AgentLayer {
  const file = `.goaltrace/agents/${name}.md`;
  return { layer: "project", name, fields, version: null, file, problem: null };
}

function oncePerPlace(layers: readonly AgentLayer[]): readonly AgentLayer[] {
  return [...new Map(layers.map((one) => [`${one.layer} ${one.name}`, one])).values()];
}

function layer(): fc.Arbitrary<AgentLayer> {
  const amount = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
  const rights = fc.record(
    {
      tools: fc.oneof(fc.constant("all" as const), fc.subarray(TOOLS)),
      isReadOnly: fc.boolean(),
      memory: fc.constantFrom("none" as const, "read" as const, "write" as const),
      ...{ maxSteps: amount, maxTokens: amount, maxDurationMs: amount },
    },
    { requiredKeys: [] },
  );
  const place = fc.constantFrom<AgentLayerName>("workspace", "project");
  return fc
    .tuple(fc.constantFrom(...NAMES), place, rights)
    .map(([name, at, fields]) => (at === "workspace" ? workspace(name, fields) : project(name, fields)));
}
