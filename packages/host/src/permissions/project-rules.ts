import { GoaltraceError } from "@goaltrace/core";
import { parseJson } from "@goaltrace/core/parse-json";
import { type PermissionRule, readProjectRules } from "@goaltrace/core/permissions";
import { readProjectFile } from "@goaltrace/tools";
import { PROJECT_RULES_MAX_BYTES } from "../tunables.ts";

/** The file, relative to a project folder, with the rules that the project adds to those of the workspace. */
const PROJECT_RULES_FILE = ".goaltrace/permissions.json";

/**
 * Returns the rules of a project folder's file; none if it has no such file. Errors: CONFIGURATION_INVALID for a file that cannot be used,
 * because a run must not continue as if no one had taken rights away.
 */
export async function loadProjectRules(
  folder: string | null,
  forbiddenFolders: readonly string[],
): Promise<readonly PermissionRule[]> {
  if (folder === null) return [];
  const file = await readProjectFile(folder, PROJECT_RULES_FILE, {
    maxBytes: PROJECT_RULES_MAX_BYTES,
    forbiddenFolders,
  });
  if (file.kind === "missing") return [];
  if (file.kind === "unreadable") throw unusable(file.problem);
  const read = readProjectRules(parse(file.text));
  if (!read.ok) throw unusable(read.problem);
  return read.rules;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw unusable("It is not valid JSON.");
  }
}

function unusable(problem: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `The permission rules in ${PROJECT_RULES_FILE} of the project folder cannot be used. ${problem}`,
    fix: 'Correct the file, such as {"deny": ["write_file(infra/**)"], "ask": ["edit_file"]}, or remove it.',
  });
}
