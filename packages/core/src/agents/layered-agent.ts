import type { AgentRoute, AgentSnapshot } from "../log/trace.ts";
import type { AgentDefinition } from "../ports/child-agents.ts";
import { MAX_STEPS } from "../tunables.ts";
import { type AgentRights, ALL_RIGHTS, narrowRights } from "./agent-rights.ts";

/** The places that define agents, each above the one before it. Stored with runs: names never change. */
export const AGENT_LAYERS = ["built_in", "workspace", "project"] as const;
export type AgentLayerName = (typeof AGENT_LAYERS)[number];

/** The parts of a definition for which the highest layer takes precedence. */
export const AGENT_TEXTS = ["description", "instructions", "models", "strategy", "route"] as const;
export type AgentText = (typeof AGENT_TEXTS)[number];
/** The parts of a definition that hold only as far as every layer grants them. */
export const AGENT_RIGHTS = [
  ...["tools", "isReadOnly", "memory", "maxSteps", "maxTokens", "maxDurationMs"],
] as const satisfies readonly (keyof AgentRights)[];
export type AgentRight = (typeof AGENT_RIGHTS)[number];

type Texts = {
  /** One line for people and models that choose among agents. */
  readonly description: string;
  readonly instructions: string;
  /** References of models; fallbacks follow in order. Empty: that of the conversation or workspace. */
  readonly models: readonly string[];
  readonly strategy: string;
  /** The route of every message with the strategy `auto`; null: decided for each. */
  readonly route: AgentRoute | null;
};

/** The statement of one layer about an agent. Everything it leaves out is as in the layers below it. */
export type AgentFields = Partial<Texts> & Partial<AgentRights>;

/** An agent as one place defines it. */
export type AgentLayer = {
  readonly layer: AgentLayerName;
  readonly name: string;
  readonly fields: AgentFields;
  /** The version of a workspace's definition; null for other places. */
  readonly version: number | null;
  /** The path in the project folder; null for other places. */
  readonly file: string | null;
  /** Why the agent must not run: its definition cannot be read and might take rights away. Null for a readable one. */
  readonly problem: string | null;
};

/** An agent as all layers define it together, with where each part comes from. */
export type LayeredAgent = {
  readonly name: string;
  readonly texts: Texts;
  readonly rights: AgentRights;
  /** The layer that the text comes from. */
  readonly textFrom: Readonly<Record<AgentText, AgentLayerName>>;
  /** The last layer that reduced a right; absent if none did. */
  readonly rightFrom: Readonly<Partial<Record<AgentRight, AgentLayerName>>>;
  /** Its layers, lowest first. */
  readonly layers: readonly AgentLayer[];
  /** The agent that it builds on, because no lower layer defines its name; null if one does. */
  readonly basis: string | null;
  readonly problem: string | null;
};

/** The agent that new ones build on. */
export const BASIS = "general";

/**
 * Combines the layers of one agent, lowest first. The highest layer that has a text decides it; of the rights, only those that every layer grants
 * hold. `basis` gives the texts of an agent that no lower layer defines, and for one of a project folder the rights too: a project must
 * not get around the rights of an agent by naming another.
 */
function layerAgent(layers: readonly AgentLayer[], basis: LayeredAgent | null): LayeredAgent {
  const [lowest] = layers;
  if (lowest === undefined) throw new Error("an agent has at least one layer");
  const isOfProject = lowest.layer === "project";
  const start: LayeredAgent = {
    name: lowest.name,
    texts: basis?.texts ?? { description: "", instructions: "", models: [], strategy: "react", route: null },
    rights: isOfProject && basis !== null ? basis.rights : ALL_RIGHTS,
    textFrom: basis?.textFrom ?? {
      ...{ description: "built_in", instructions: "built_in", models: "built_in", strategy: "built_in" },
      route: "built_in",
    },
    rightFrom: isOfProject && basis !== null ? basis.rightFrom : {},
    ...{ layers: [], basis: basis?.name ?? null, problem: isOfProject ? (basis?.problem ?? null) : null },
  };
  return layers.reduce(addLayer, start);
}

/** Combines the definitions of all places to agents, sorted by name. Names are compared exactly as written; a place defines a name at most once. */
export function layerAgents(definitions: readonly AgentLayer[]): readonly LayeredAgent[] {
  const names = [...new Set(definitions.map(({ name }) => name))];
  const layersOf = (name: string, layers: readonly AgentLayerName[]): readonly AgentLayer[] =>
    layers.flatMap((layer) => definitions.filter((one) => one.name === name && one.layer === layer));
  const below = layersOf(BASIS, ["built_in", "workspace"]);
  const builtIn = layersOf(BASIS, ["built_in"]);
  const basisOf = (lowest: AgentLayerName | undefined): LayeredAgent | null => {
    const layers = lowest === "project" ? below : lowest === "workspace" ? builtIn : [];
    return layers.length === 0 ? null : layerAgent(layers, null);
  };
  return names
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map((name) => {
      const layers = layersOf(name, AGENT_LAYERS);
      return layerAgent(layers, basisOf(layers[0]?.layer));
    });
}

/** Returns the agent as runs take it. */
export function toDefinition({ name, texts, rights, layers, basis }: LayeredAgent): AgentDefinition {
  const { description, instructions, models, strategy, route } = texts;
  const { tools, isReadOnly, memory, maxSteps, maxTokens, maxDurationMs } = rights;
  const top = layers.at(-1);
  const isOfProject = layers[0]?.layer === "project" && basis !== null;
  const version = layers.findLast((layer) => layer.version !== null)?.version ?? null;
  const agent: AgentSnapshot = {
    ...{ name, instructions, strategy, tools },
    limits: { maxSteps: maxSteps ?? MAX_STEPS, maxTokens, maxDurationMs },
    ...(route === null ? {} : { route }),
    ...(memory === "write" ? {} : { memory }),
    // The built-in agents are stored as they always were.
    ...(top === undefined || top.layer === "built_in"
      ? {}
      : { definition: { layer: top.layer, version, ...(isOfProject ? { basis } : {}) } }),
  };
  return { agent, description, isReadOnly, ...(models.length === 0 ? {} : { models }) };
}

function addLayer(agent: LayeredAgent, layer: AgentLayer): LayeredAgent {
  const { fields } = layer;
  const rights = narrowRights(agent.rights, fields);
  const changed = AGENT_RIGHTS.filter((right) => !isSame(rights[right], agent.rights[right]));
  const said = AGENT_TEXTS.filter((text) => fields[text] !== undefined);
  return {
    ...agent,
    texts: {
      description: fields.description ?? agent.texts.description,
      instructions: fields.instructions ?? agent.texts.instructions,
      models: fields.models ?? agent.texts.models,
      strategy: fields.strategy ?? agent.texts.strategy,
      route: fields.route === undefined ? agent.texts.route : fields.route,
    },
    rights,
    textFrom: { ...agent.textFrom, ...Object.fromEntries(said.map((text) => [text, layer.layer])) },
    rightFrom: { ...agent.rightFrom, ...Object.fromEntries(changed.map((right) => [right, layer.layer])) },
    layers: [...agent.layers, layer],
    problem: layer.problem ?? agent.problem,
  };
}

function isSame(left: AgentRights[AgentRight], right: AgentRights[AgentRight]): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return left === right;
  return left.length === right.length && left.every((name) => right.includes(name));
}
