import { GoaltraceError } from "../errors.ts";

/** A section of a prompt file: the role it is sent as and its text with `%variable%` places. */
export type PromptSection = { readonly role: "system" | "user" | "assistant"; readonly text: string };
export type Prompt = {
  readonly settings: Readonly<Record<string, string>>;
  readonly sections: readonly PromptSection[];
  readonly variables: readonly string[];
};

const SECTION = /^\$(system|user|assistant)\$\s*$/;
const VARIABLE = /%([a-z][a-z0-9_]*)%/g;

/**
 * Reads a `.prompt` file (R30): front matter of `key: value` lines between `---`, then `$system$`, `$user$` and `$assistant$` sections.
 * Throws CONFIGURATION_INVALID with file and line.
 */
export function parsePrompt(source: string, file: string): Prompt {
  const lines = source.split(/\r?\n/);
  const { settings, next } = readSettings(lines, file);
  const sections: { role: PromptSection["role"]; lines: string[] }[] = [];
  lines.slice(next).forEach((line, offset) => {
    const role = SECTION.exec(line)?.[1];
    if (role === "system" || role === "user" || role === "assistant") sections.push({ role, lines: [] });
    else if (sections.length > 0) sections.at(-1)?.lines.push(line);
    else if (line.trim() !== "")
      throw invalid(
        file,
        next + offset + 1,
        "text before the first section; begin it with $system$, $user$ or $assistant$",
      );
  });
  if (sections.length === 0)
    throw invalid(file, lines.length, "no section; begin one with $system$, $user$ or $assistant$");
  const done = sections.map(({ role, lines: text }) => ({ role, text: text.join("\n").trim() }));
  const variables = new Set(
    done.flatMap((section) => [...section.text.matchAll(VARIABLE)].map((match) => match[1] ?? "")),
  );
  return { settings, sections: done, variables: [...variables] };
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
      throw invalid(file, index + 2, "a setting is written `key: value`");
    settings[match[1]] = match[2].trim();
  });
  return { settings, next: end + 1 };
}

/** Fills in the variables. Throws CONFIGURATION_INVALID for one that is missing or that the prompt does not have, with its line. */
export function renderPrompt(
  section: PromptSection,
  values: Readonly<Record<string, string>>,
  file: string,
): string {
  for (const name of Object.keys(values))
    if (!section.text.includes(`%${name}%`)) throw invalid(file, 1, `there is no variable %${name}%`);
  return section.text
    .split("\n")
    .map((line, index) =>
      line.replace(VARIABLE, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw invalid(file, index + 1, `the variable %${name}% has no value`);
        return value;
      }),
    )
    .join("\n");
}

function invalid(file: string, line: number, why: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${file}:${line}: ${why}`,
    fix: "Correct the prompt file at that line.",
  });
}
