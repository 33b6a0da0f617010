import { stringify } from "yaml";

/** Returns the text of a SKILL.md with these parts. */
export function skillSource({
  name,
  description,
  body,
}: {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}): string {
  return `---\n${stringify({ name, description }, { lineWidth: 0 })}---\n\n${body}\n`;
}
