/** A tool with the decision about its calls in general. */
export type ListedTool = {
  readonly name: string;
  readonly description: string;
  readonly effect: "allow" | "ask" | "deny";
};

const NAME_WIDTH = 22;
const EFFECT_WIDTH = 6;

/** Returns a line about a tool: its name, what rules decide, and the first sentence of its description. */
export function toolLine({ name, description, effect }: ListedTool): string {
  const [sentence = ""] = description.split(/(?<=\.)\s/u);
  return `${name.padEnd(NAME_WIDTH)} ${effect.padEnd(EFFECT_WIDTH)} ${sentence}`;
}
