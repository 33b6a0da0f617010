import { type AgentLayerName, type LayeredAgent, toDefinition } from "@goaltrace/core/agents";
import type { Agents, AgentWarning } from "@goaltrace/host";

/** Returns lines about agents. */
export type AgentLine = (agents: Agents) => readonly string[];

const LAYERS: Readonly<Record<AgentLayerName, string>> = {
  built_in: "built-in",
  workspace: "workspace",
  project: "project",
};
/** As files of agents write them. */
const ROUTES = { DIRECT: "direct", SIMPLE_TOOL: "tools", PLAN_REQUIRED: "plan" } as const;
const MINUTE_MS = 60_000;

/** Returns the row of an agent in a list: name, description, and the places that define it, highest first. */
export function agentRow({ name, texts, layers, problem }: LayeredAgent): string {
  const places = layers.map(({ layer }) => LAYERS[layer]).toReversed();
  const note = problem === null ? "" : ` cannot be used: ${problem}`;
  return `${name.padEnd(10)} ${texts.description} (${places.join(" over ")})${note}`;
}

/** Returns everything about an agent, with the place that each part comes from. */
export function agentLines(agent: LayeredAgent): readonly string[] {
  const { name, texts, textFrom, rights, layers, basis } = agent;
  const { models, strategy, route, instructions, description } = texts;
  return [
    `${name}: ${description}`,
    ...layers.map(({ layer, version, file }) => `source: ${LAYERS[layer]}${sourceNote(version, file)}`),
    ...(basis === null ? [] : [`builds on: ${basis}`]),
    `models: ${models.length === 0 ? "of the conversation or workspace" : `${models.join(", then ")} (${LAYERS[textFrom.models]})`}`,
    `strategy: ${strategy} (${LAYERS[textFrom.strategy]})`,
    ...(route === null ? [] : [`route: ${ROUTES[route]} (${LAYERS[textFrom.route]})`]),
    `tools: ${toolsText(agent)}`,
    `memory: ${rights.memory}${from(agent, "memory")}`,
    `limits: ${limitsText(agent)}`,
    `instructions: ${LAYERS[textFrom.instructions]}`,
    `\n${instructions}`,
  ];
}

/** Returns an agent as one JSON line. */
export function toJson({
  name,
  texts,
  textFrom,
  rights,
  rightFrom,
  layers,
  basis,
  problem,
}: LayeredAgent): string {
  const { tools, isReadOnly, memory, maxSteps, maxTokens, maxDurationMs } = rights;
  return JSON.stringify({
    ...{ name, ...texts, tools, isReadOnly, memory },
    limits: { maxSteps, maxTokens, maxDurationMs },
    source: LAYERS[layers.at(-1)?.layer ?? "built_in"],
    layers: layers.map(({ layer, version, file }) => ({ layer: LAYERS[layer], version, file })),
    from: { ...textFrom, ...rightFrom },
    ...{ basis, problem },
  });
}

/** Returns a problem with a file of the project folder as one line. */
export function warningLine({ file, message, fix }: AgentWarning): string {
  return `${file}: ${message} ${fix}`;
}

function sourceNote(version: number | null, file: string | null): string {
  if (version !== null) return `, version ${version}`;
  return file === null ? "" : `, ${file}`;
}

function toolsText(agent: LayeredAgent): string {
  const { tools, isReadOnly } = agent.rights;
  const listed = tools === "all" ? null : tools.length === 0 ? "none" : tools.join(", ");
  const readOnly = isReadOnly ? "those that change nothing" : null;
  const texts = [
    ...(listed === null ? [] : [`${listed}${from(agent, "tools")}`]),
    ...(readOnly === null ? [] : [`${readOnly}${from(agent, "isReadOnly")}`]),
  ];
  return texts.length === 0 ? "all that the run permits" : texts.join("; of these only ");
}

function limitsText(agent: LayeredAgent): string {
  const { maxSteps, maxTokens, maxDurationMs } = toDefinition(agent).agent.limits;
  const texts = [
    `${maxSteps} steps${from(agent, "maxSteps")}`,
    ...(maxTokens === null ? [] : [`${maxTokens} tokens${from(agent, "maxTokens")}`]),
    ...(maxDurationMs === null
      ? []
      : [`${Math.round((maxDurationMs / MINUTE_MS) * 10) / 10} minutes${from(agent, "maxDurationMs")}`]),
  ];
  return texts.join(", ");
}

function from({ rightFrom }: LayeredAgent, right: keyof LayeredAgent["rightFrom"]): string {
  const layer = rightFrom[right];
  return layer === undefined ? "" : ` (${LAYERS[layer]})`;
}
