/** Where a rule applies, as the API takes it. */
export type RulePlace =
  | { readonly layer: "workspace" }
  | { readonly layer: "agent"; readonly target: string }
  | { readonly layer: "conversation"; readonly target: string };

/** A place as the value of an option. */
export function writePlace(place: RulePlace): string {
  return place.layer === "workspace" ? "workspace" : `${place.layer}:${place.target}`;
}

/** Reads what `writePlace` writes; the workspace for anything else. */
export function readPlace(text: string): RulePlace {
  const [, layer, target = ""] = /^(agent|conversation):(.+)$/u.exec(text) ?? [];
  return layer === "agent" || layer === "conversation" ? { layer, target } : { layer: "workspace" };
}

export const EFFECTS = ["deny", "ask", "allow"] as const;
export type Effect = (typeof EFFECTS)[number];

/** The tone in which an effect is shown. */
export const EFFECT_TONES = { allow: "ok", ask: "wait", deny: "error" } as const;
