/** More arguments than any plan needs are not read: a description must not cost more than the call. */
const LONGEST_READ = 50_000;
const STEPS_NAMED = 3;

/**
 * What a call of the goal tool does, in words: "add 3 goals under 2, focus 2.1". Null for arguments that are not such a call, so that the
 * caller can fall back on the text itself.
 */
export function describeGoalCall(text: string): string | null {
  if (text.length > LONGEST_READ) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const operations: unknown = fieldOf(parsed, "operations");
  if (!Array.isArray(operations) || operations.length === 0) return null;
  const steps = mergeAdds(operations.map(describeStep)).filter((step) => step !== "");
  if (steps.length === 0) return null;
  const rest = steps.length - STEPS_NAMED;
  return `${steps.slice(0, STEPS_NAMED).join(", ")}${rest > 0 ? `, ${rest} more` : ""}`;
}

type Step = { readonly added: string } | string;

function describeStep(step: unknown): Step {
  const goal = textOf(step, "goal");
  const title = textOf(step, "title");
  switch (textOf(step, "op")) {
    case "add":
      return { added: title };
    case "after":
      return `add "${title}" after ${goal}`;
    case "under": {
      const titles = fieldOf(step, "titles");
      const count = Array.isArray(titles) ? titles.length : 0;
      return `add ${count === 1 ? "1 goal" : `${count} goals`} under ${goal}`;
    }
    case "done":
      return `done ${goal}${after(textOf(step, "summary"))}`;
    case "abandon":
      return `abandon ${goal}${after(textOf(step, "reason"))}`;
    case "focus":
      return `focus ${goal}`;
    case "change":
      return `reword ${goal}${after(title)}`;
    default:
      return "";
  }
}

/** Several goals added one after the other are told as a number. */
function mergeAdds(steps: readonly Step[]): string[] {
  const added = steps.flatMap((step) => (typeof step === "string" ? [] : [step.added]));
  const others = steps.filter((step) => typeof step === "string");
  if (added.length === 0) return others;
  return [added.length === 1 ? `add "${added[0] ?? ""}"` : `add ${added.length} goals`, ...others];
}

function after(text: string): string {
  return text === "" ? "" : ` \u2014 ${text}`;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : "";
}
