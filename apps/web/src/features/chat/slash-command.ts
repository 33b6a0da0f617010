/** A command for the runtime instead of a message for the model. */
export type SlashCommand =
  | { readonly kind: "compact"; readonly focus: string }
  | { readonly kind: "memory"; readonly query: string };

const COMPACT = /^\/compact(?:\s+(?:focus(?:ing)?\s+on\s+)?([\s\S]*))?$/iu;
const MEMORY = /^\/memory(?:\s+(?:search\s+)?([\s\S]*))?$/iu;

/** Parses `/compact`, `/compact focus on …` and `/memory words`. Returns null for anything else, which is a message. */
export function readCommand(text: string): SlashCommand | null {
  const compact = COMPACT.exec(text.trim());
  if (compact !== null) return { kind: "compact", focus: (compact[1] ?? "").trim() };
  const memory = MEMORY.exec(text.trim());
  return memory === null ? null : { kind: "memory", query: (memory[1] ?? "").trim() };
}
