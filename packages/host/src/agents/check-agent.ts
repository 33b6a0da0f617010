import { isServerTool } from "@goaltrace/core/log";
import { GoaltraceError } from "@goaltrace/core";
import { type AgentFields, STRATEGY_NAMES } from "@goaltrace/core/agents";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { Scope } from "@goaltrace/core/ports";
import { modelCatalog } from "../models/model-catalog.ts";
import type { Runtime } from "../runtime.ts";

/** A part of a definition that cannot be saved, with the name that was meant if one is near. */
export type AgentProblem = {
  readonly field: "instructions" | "description" | "models" | "strategy" | "tools";
  readonly kind: "missing" | "unknown";
  /** The unknown name; empty for a missing text. */
  readonly name: string;
  readonly nearest: string | null;
};

type CheckPorts = Pick<Runtime, "stores" | "environmentModels" | "tools">;

/** Returns what is wrong with a definition of a workspace; a new agent needs instructions and a description of its own. */
export async function checkAgent(
  ports: CheckPorts,
  { workspaceId }: Pick<Scope, "workspaceId">,
  { fields, isNew }: { readonly fields: AgentFields; readonly isNew: boolean },
): Promise<readonly AgentProblem[]> {
  const sources = { models: ports.stores.models, environment: ports.environmentModels };
  const models = (await modelCatalog(sources, workspaceId)).items.map(({ reference }) => reference);
  const tools = ports.tools.tools.map(({ name }) => name);
  const texts = (["description", "instructions"] as const).filter(
    (field) => isNew && (fields[field] ?? "").trim() === "",
  );
  return [
    ...texts.map((field): AgentProblem => ({ field, kind: "missing", name: "", nearest: null })),
    ...unknown("models", fields.models ?? [], models),
    ...unknown("strategy", fields.strategy === undefined ? [] : [fields.strategy], STRATEGY_NAMES),
    // Tools of MCP servers come and go, and a run does without those that are gone.
    ...unknown(
      "tools",
      fields.tools === "all" ? [] : (fields.tools ?? []).filter((name) => !isServerTool(name)),
      tools,
    ),
  ];
}

/** Throws INVALID_INPUT for the first problem of a definition. */
export function assertNoProblem([problem]: readonly AgentProblem[]): void {
  if (problem === undefined) return;
  const { field, kind, name, nearest } = problem;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: kind === "missing" ? `A new agent needs a text: ${field}.` : `${field}: there is no "${name}".`,
    fix: nearest === null ? "Correct this part, then save again." : `Did you mean ${nearest}?`,
  });
}

function unknown(
  field: AgentProblem["field"],
  names: readonly string[],
  known: readonly string[],
): readonly AgentProblem[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ field, kind: "unknown", name, nearest: nearestName(name, known) ?? null }));
}
