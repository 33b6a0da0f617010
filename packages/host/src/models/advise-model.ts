import { nearestName } from "@goaltrace/core/nearest-name";
import type { ModelCatalog } from "./model-catalog.ts";

/** Returns the fix for a model name that no model has: the nearest name and the known ones. */
export function adviseModel({ items }: Pick<ModelCatalog, "items">, name: string): string {
  const known = items.map(({ reference }) => reference);
  const nearest = nearestName(name, known);
  const question = nearest === undefined ? "" : `Did you mean ${nearest}? `;
  return `${question}Known models: ${known.join(", ")}. Add others in Settings, Models, or with GOALTRACE_MODEL.`;
}
