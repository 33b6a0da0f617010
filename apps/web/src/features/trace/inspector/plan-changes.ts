/** A plan change that the model requested, with its texts. */
export type PlanChange = {
  readonly op: "add" | "after" | "under" | "done" | "abandon" | "focus" | "change";
  /** The display number of the goal, as the model saw it. */
  readonly goal: string | null;
  readonly titles: readonly string[];
  /** The reason or summary. */
  readonly text: string | null;
};

const OPERATIONS: readonly PlanChange["op"][] = [
  "add",
  "after",
  "under",
  "done",
  "abandon",
  "focus",
  "change",
];

/** Parses the arguments of a goal call. Returns null for anything else, because models may send any JSON; the tree view shows it. */
export function readPlanChanges(value: unknown): readonly PlanChange[] | null {
  const operations = property(value, "operations");
  if (!Array.isArray(operations) || operations.length === 0) return null;
  const changes: PlanChange[] = [];
  for (const operation of operations) {
    const op = OPERATIONS.find((candidate) => candidate === property(operation, "op"));
    if (op === undefined) return null;
    const titles = property(operation, "titles");
    const several: readonly unknown[] = Array.isArray(titles) ? titles : [];
    changes.push({
      op,
      goal: text(property(operation, "goal")),
      titles: [property(operation, "title"), property(operation, "instead"), ...several].filter(
        (title) => typeof title === "string",
      ),
      text: text(property(operation, "summary")) ?? text(property(operation, "reason")),
    });
  }
  return changes;
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
