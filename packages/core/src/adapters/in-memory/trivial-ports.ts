import type { Logger } from "../../ports/logger.ts";
import type { Permission } from "../../ports/permission.ts";
import type { Redactor } from "../../ports/redactor.ts";
import type { RunEnvironment, RunEnvironments } from "../../ports/run-environment.ts";

/** Allows every tool: for programs that hand a run only the tools it may use. */
export function createAllowAllPermission(): Permission {
  return { decide: async () => ({ effect: "allow" }) };
}

/** Leaves text as it is. */
export function createNoRedactor(): Redactor {
  return { redact: (text) => text, pendingSuffixLength: () => 0 };
}

/** Drops every line. */
export function createSilentLogger(): Logger {
  const drop = (): void => undefined;
  return { info: drop, warn: drop, error: drop };
}

/** Gives every run the same environment, with nothing to close. */
export function createFixedEnvironments(environment: Omit<RunEnvironment, "close">): RunEnvironments {
  return { openRun: async () => ({ ...environment, close: async () => undefined }) };
}
