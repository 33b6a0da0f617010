import type { ListedMemory } from "./memory-type.ts";

/** Returns the entry that waits after a decided one, or else the first that waits; null if none does. */
export function nextHeld(
  items: readonly Pick<ListedMemory, "id" | "state">[],
  decided: string | null,
): string | null {
  const index = items.findIndex(({ id }) => id === decided);
  const others = [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))];
  return others.find(({ state }) => state === "held")?.id ?? null;
}
