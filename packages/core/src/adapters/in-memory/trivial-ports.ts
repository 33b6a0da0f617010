import type { Logger } from "../../ports/logger.ts";
import type { Permission } from "../../ports/permission.ts";
import type { Redactor } from "../../ports/redactor.ts";
import type { RunEnvironment, RunEnvironments } from "../../ports/run-environment.ts";

/** Allows every tool: for programs that pass a run only permitted tools. */
export function createAllowAllPermission(): Permission {
  return { decide: async () => ({ effect: "allow" }) };
}

/** Returns text unchanged. */
export function createNoRedactor(): Redactor {
  return { redact: (text) => text, pendingSuffixLength: () => 0 };
}

/** Discards every log line. */
export function createSilentLogger(): Logger {
  const drop = (): void => undefined;
  return { info: drop, warn: drop, error: drop };
}

/** Gives every run the same environment, with nothing to close. */
export function createFixedEnvironments(environment: Omit<RunEnvironment, "close">): RunEnvironments {
  return { openRun: async () => ({ ...environment, close: async () => undefined }) };
}
