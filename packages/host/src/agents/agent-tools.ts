import { type AgentLayerName, AGENT_LAYERS, type LayeredAgent, toDefinition } from "@goaltrace/core/agents";
import { decide, formatTarget, type Policy, type RuleLayer } from "@goaltrace/core/permissions";
import { mayHaveTool } from "@goaltrace/core/tools";
import type { Tool } from "@goaltrace/core";
import { type CallSurroundings, toPermissionCall } from "../permissions/permission-call.ts";
import { decisionReason } from "../permissions/decision-reason.ts";

/** The final decision about a tool of an agent. */
export type AgentTool = {
  readonly name: string;
  /** The paths or addresses that the row is about, as a rule writes them; empty for all other calls. */
  readonly pattern: string;
  readonly effect: "allow" | "ask" | "deny";
  /** The origin of the decision: the layer that took the tool away, a rule with its layer, or the mode. */
  readonly decidedBy:
    | { readonly kind: "layer"; readonly layer: AgentLayerName }
    | { readonly kind: "rule"; readonly layer: RuleLayer; readonly text: string }
    | { readonly kind: "mode"; readonly reason: string };
};

/**
 * Returns the decisions about every tool that a process has: one row for its calls in general, and one for each rule about particular paths or
 * addresses. A call is decided again when it is made, so a row with a pattern says what that rule alone would do.
 */
export async function agentTools(
  surroundings: CallSurroundings,
  agent: LayeredAgent,
  policy: Policy,
): Promise<readonly AgentTool[]> {
  const definition = toDefinition(agent);
  const rows = await Promise.all(
    surroundings.tools.tools.map(async (tool): Promise<readonly AgentTool[]> => {
      const rights = { ...definition.agent, isReadOnly: definition.isReadOnly };
      if (mayHaveTool(rights, tool)) return await permittedTool(surroundings, tool, policy);
      const decidedBy = { kind: "layer", layer: layerWithout(agent, tool) } as const;
      return [{ name: tool.name, pattern: "", effect: "deny", decidedBy }];
    }),
  );
  return rows.flat();
}

async function permittedTool(
  surroundings: CallSurroundings,
  tool: Tool,
  policy: Policy,
): Promise<readonly AgentTool[]> {
  const { name, annotations } = tool;
  const particular = policy.rules.filter((rule) => rule.tool === name && rule.pattern !== "");
  const general = { ...policy, rules: policy.rules.filter(({ pattern }) => pattern === "") };
  const call = await toPermissionCall(surroundings, { tool: name, arguments: {}, annotations, folder: null });
  // Of a tool that runs a command of its own, the command is known, and with it whether the sandbox holds it.
  const subjects = tool.subject?.program === undefined ? [] : call.subjects;
  const decision = decide({ ...call, subjects }, general);
  const { rule } = decision;
  const reason = decisionReason(decision, policy.mode, { isHarmless: call.isHarmless, subjects });
  const decidedBy =
    rule === null
      ? ({ kind: "mode", reason } as const)
      : ({ kind: "rule", layer: rule.layer, text: formatTarget(rule) } as const);
  return [
    { name, pattern: "", effect: decision.effect, decidedBy },
    ...particular.map((one): AgentTool => ({
      ...{ name, pattern: one.pattern, effect: one.effect },
      decidedBy: { kind: "rule", layer: one.layer, text: formatTarget(one) },
    })),
  ];
}

/** Returns the lowest layer without which the agent would have the tool: the first that takes it away. */
function layerWithout({ layers, rightFrom }: LayeredAgent, tool: Tool): AgentLayerName {
  const first = layers.find(({ fields: { tools = "all", memory, isReadOnly = false } }) => {
    const rights = { tools, isReadOnly, ...(memory === undefined || memory === "write" ? {} : { memory }) };
    return !mayHaveTool(rights, tool);
  });
  if (first !== undefined) return first.layer;
  // The agent that it builds on does not have the tool.
  const inherited = [rightFrom.tools, rightFrom.isReadOnly, rightFrom.memory];
  return AGENT_LAYERS.find((layer) => inherited.includes(layer)) ?? "built_in";
}
