import type { AgentRoute } from "@goaltrace/core/log";
import type { Fields } from "./agent-type.ts";

const MINUTE_MS = 60_000;

/** A definition as people edit it. Empty values state nothing, so those of the layers below apply. */
export type AgentDraft = {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  /** References, fallbacks in order. */
  readonly models: readonly string[];
  readonly strategy: string;
  /** The route of every message with the strategy `auto`. `decide`: chosen for each, regardless of what the layers below state. */
  readonly route: "" | "decide" | AgentRoute;
  /** Null: no tool is taken away. */
  readonly tools: readonly string[] | null;
  readonly isReadOnly: boolean;
  readonly memory: "none" | "read" | "write";
  readonly maxSteps: string;
  readonly maxTokens: string;
  readonly maxMinutes: string;
};

/** Returns the draft of a definition; of a new one without fields. */
export function toDraft(name: string, fields: Fields | null): AgentDraft {
  const { tools, maxDurationMs } = fields ?? {};
  return {
    name,
    description: fields?.description ?? "",
    instructions: fields?.instructions ?? "",
    models: fields?.models ?? [],
    strategy: fields?.strategy ?? "",
    route: fields?.route === null ? "decide" : (fields?.route ?? ""),
    tools: tools === undefined || tools === "all" ? null : tools,
    isReadOnly: fields?.isReadOnly ?? false,
    memory: fields?.memory ?? "write",
    maxSteps: amount(fields?.maxSteps),
    maxTokens: amount(fields?.maxTokens),
    maxMinutes: amount(maxDurationMs == null ? null : maxDurationMs / MINUTE_MS),
  };
}

/** A definition as the server takes it. */
export type DraftFields = {
  readonly description?: string;
  readonly instructions?: string;
  readonly models?: string[];
  readonly strategy?: string;
  readonly route?: AgentRoute | null;
  readonly tools?: string[];
  readonly isReadOnly?: true;
  readonly memory?: "none" | "read";
  readonly maxSteps?: number;
  readonly maxTokens?: number;
  readonly maxDurationMs?: number;
};

/** Returns the fields that a draft states. */
export function toFields(draft: AgentDraft): DraftFields {
  const models = draft.models.filter((reference) => reference !== "");
  const minutes = number(draft.maxMinutes);
  const [maxSteps, maxTokens] = [number(draft.maxSteps), number(draft.maxTokens)];
  return {
    ...(draft.description.trim() === "" ? {} : { description: draft.description.trim() }),
    ...(draft.instructions.trim() === "" ? {} : { instructions: draft.instructions.trim() }),
    ...(models.length === 0 ? {} : { models }),
    ...(draft.strategy === "" ? {} : { strategy: draft.strategy }),
    ...(draft.route === "" ? {} : { route: draft.route === "decide" ? null : draft.route }),
    ...(draft.tools === null ? {} : { tools: [...draft.tools] }),
    ...(draft.isReadOnly ? { isReadOnly: true } : {}),
    ...(draft.memory === "write" ? {} : { memory: draft.memory }),
    ...(maxSteps === null ? {} : { maxSteps }),
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(minutes === null ? {} : { maxDurationMs: Math.round(minutes * MINUTE_MS) }),
  };
}

function amount(value: number | null | undefined): string {
  return value == null ? "" : String(value);
}

function number(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
