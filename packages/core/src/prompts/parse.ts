import { GoaltraceError } from "../errors.ts";

/** A section of a prompt file: its name, usually the role of the message, and its text with `%variable%` placeholders. */
export type PromptSection = { readonly name: string; readonly text: string };
export type Prompt = {
  readonly settings: Readonly<Record<string, string>>;
  readonly sections: readonly PromptSection[];
  readonly variables: readonly string[];
};

const SECTION = /^\$([a-z][a-zA-Z]*)\$\s*$/;
const VARIABLE = /%([a-z][a-z0-9_]*)%/g;

/**
 * Parses a `.prompt` file: front matter of `key: value` lines between `---`, then sections. A section begins with its name, such as `$system$`,
 * `$user$` or `$interrupted$`. Throws CONFIGURATION_INVALID with file and line.
 */
export function parsePrompt(source: string, file: string): Prompt {
  const lines = source.split(/\r?\n/);
  const { settings, next } = readSettings(lines, file);
  const sections: { name: string; lines: string[] }[] = [];
  lines.slice(next).forEach((line, offset) => {
    const name = SECTION.exec(line)?.[1];
    if (name !== undefined) sections.push({ name, lines: [] });
    else if (sections.length > 0) sections.at(-1)?.lines.push(line);
    else if (line.trim() !== "")
      throw invalid(
        file,
        next + offset + 1,
        "text before the first section; start a section with a name such as $system$",
      );
  });
  if (sections.length === 0)
    throw invalid(file, lines.length, "no section; start one with a name such as $system$");
  const trimmed = sections.map(({ name, lines: text }) => ({ name, text: text.join("\n").trim() }));
  const variables = new Set(
    trimmed.flatMap((section) => [...section.text.matchAll(VARIABLE)].map((match) => match[1] ?? "")),
  );
  return { settings, sections: trimmed, variables: [...variables] };
}

function readSettings(
  lines: readonly string[],
  file: string,
): { settings: Record<string, string>; next: number } {
  if (lines[0] !== "---") return { settings: {}, next: 0 };
  const end = lines.indexOf("---", 1);
  if (end < 0) throw invalid(file, 1, "the front matter is not closed with ---");
  const settings: Record<string, string> = {};
  lines.slice(1, end).forEach((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const match = /^([a-z_]+):\s*(.+)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined)
      throw invalid(file, index + 2, "a setting must have the form `key: value`");
    settings[match[1]] = match[2].trim();
  });
  return { settings, next: end + 1 };
}

/**
 * Fills in the variables of a section's text. Variables inside values are not expanded. Throws CONFIGURATION_INVALID for a variable without
 * a value and for a value without a variable.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  for (const name of Object.keys(values))
    if (!text.includes(`%${name}%`)) throw mismatch(`a prompt has no variable %${name}%`);
  return text.replace(VARIABLE, (_, name: string, offset: number) => {
    const value = values[name];
    if (value !== undefined) return value;
    const line = text.slice(0, offset).split("\n").length;
    throw mismatch(`line ${line} of a prompt: the variable %${name}% has no value`);
  });
}

function mismatch(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message,
    fix: "Make the variables of the prompt file match those of its caller.",
  });
}

function invalid(file: string, line: number, problem: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${file}:${line}: ${problem}`,
    fix: "Fix the prompt file at that line.",
  });
}
