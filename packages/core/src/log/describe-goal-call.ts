import { countOf } from "./count-of.ts";
import { parseJson } from "../parse-json.ts";

/** Longer arguments are not parsed: a description must not cost more than the call itself. */
const MAX_PARSED_LENGTH = 50_000;
const MAX_LISTED_STEPS = 3;

/**
 * Describes a call of the goal tool: "add 3 goals under 2, focus 2.1". Returns null for arguments that are not a goal call, so that the
 * caller can show the raw text.
 */
export function describeGoalCall(text: string): string | null {
  if (text.length > MAX_PARSED_LENGTH) return null;
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return null;
  }
  const operations: unknown = readField(parsed, "operations");
  if (!Array.isArray(operations)) return null;
  const steps = mergeAdds(operations.map(describeStep)).filter((step) => step !== "");
  if (steps.length === 0) return null;
  const rest = steps.length - MAX_LISTED_STEPS;
  return `${steps.slice(0, MAX_LISTED_STEPS).join(", ")}${rest > 0 ? `, ${rest} more` : ""}`;
}

type Step = { readonly added: string } | string;

function describeStep(step: unknown): Step {
  const goal = readText(step, "goal");
  const title = readText(step, "title");
  switch (readText(step, "op")) {
    case "add":
      return { added: title };
    case "after":
      return `add "${title}" after ${goal}`;
    case "under": {
      const titles = readField(step, "titles");
      const count = Array.isArray(titles) ? titles.length : 0;
      return `add ${countOf(count, "goal")} under ${goal}`;
    }
    case "done":
      return `done ${goal}${dashed(readText(step, "summary"))}`;
    case "abandon":
      return `abandon ${goal}${dashed(readText(step, "reason"))}`;
    case "focus":
      return `focus ${goal}`;
    case "change":
      return `reword ${goal}${dashed(title)}`;
    default:
      return "";
  }
}

/** Consecutive additions are shown as a count. */
function mergeAdds(steps: readonly Step[]): string[] {
  const added = steps.flatMap((step) => (typeof step === "string" ? [] : [step.added]));
  const rest = steps.filter((step) => typeof step === "string");
  if (added.length === 0) return rest;
  return [added.length === 1 ? `add "${added[0] ?? ""}"` : `add ${added.length} goals`, ...rest];
}

function dashed(text: string): string {
  return text === "" ? "" : ` \u2014 ${text}`;
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function readText(value: unknown, name: string): string {
  const field = readField(value, name);
  return typeof field === "string" ? field : "";
}
