import { GoaltraceError } from "@goaltrace/core";
import { PERMISSION_MODES, type PermissionMode } from "@goaltrace/core/permissions";

const NAME = "GOALTRACE_PERMISSION_MODE";

/** Reads the operator's permission mode for new workspaces; undefined when none is set. Errors: CONFIGURATION_INVALID. */
export function readNewWorkspaceMode(
  variables: Readonly<Record<string, string | undefined>>,
): PermissionMode | undefined {
  const value = variables[NAME]?.trim() ?? "";
  if (value === "") return undefined;
  const mode = PERMISSION_MODES.find((candidate) => candidate === value);
  if (mode !== undefined) return mode;
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${NAME} must be one of ${PERMISSION_MODES.join(", ")}.`,
    fix: "Fix this environment variable; .env.example describes it.",
  });
}
