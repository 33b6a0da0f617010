/** A command for the runtime instead of a message for the model. */
export type SlashCommand = { readonly kind: "compact"; readonly focus: string };

const COMPACT = /^\/compact(?:\s+(?:focus(?:ing)?\s+on\s+)?([\s\S]*))?$/iu;

/** Parses `/compact` and `/compact focus on …`. Returns null for anything else, which is a message. */
export function readCommand(text: string): SlashCommand | null {
  const match = COMPACT.exec(text.trim());
  return match === null ? null : { kind: "compact", focus: (match[1] ?? "").trim() };
}
