import { GoaltraceError } from "@goaltrace/core";
import { DEFAULT_QUOTAS } from "../tunables.ts";

/** A limit as settings name it: whose, and of what. */
export type QuotaName = keyof typeof DEFAULT_QUOTAS;

/** The highest number allowed, for every quota. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

// The object is ours and complete, so its keys are the names.
export const QUOTA_NAMES = Object.keys(DEFAULT_QUOTAS).filter(isQuotaName);

export function isQuotaName(name: string): name is QuotaName {
  return Object.hasOwn(DEFAULT_QUOTAS, name);
}

/**
 * Reads the operator's limits: the defaults, changed by `GOALTRACE_QUOTAS`, such as `person.streams=20, workspace.runs=200`. Errors:
 * CONFIGURATION_INVALID for an unknown name or a number below 1.
 */
export function readQuotaLimits(variables: Readonly<Record<string, string | undefined>>): QuotaLimits {
  const limits: Record<QuotaName, number> = { ...DEFAULT_QUOTAS };
  for (const part of (variables["GOALTRACE_QUOTAS"] ?? "").split(",")) {
    if (part.trim() === "") continue;
    const [name = "", text = ""] = part.split("=").map((half) => half.trim());
    const limit = Number(text);
    if (!isQuotaName(name) || !Number.isInteger(limit) || limit < 1) throw invalidQuota(part.trim());
    limits[name] = limit;
  }
  return limits;
}

/** Returns the limits of a workspace: its own where they are below the operator's. Names of other versions are ignored. */
export function effectiveLimits(
  operator: QuotaLimits,
  own: Readonly<Partial<Record<string, number>>>,
): QuotaLimits {
  const limits = { ...operator };
  for (const name of QUOTA_NAMES) limits[name] = Math.min(operator[name], own[name] ?? operator[name]);
  return limits;
}

function invalidQuota(part: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `GOALTRACE_QUOTAS contains "${part}", which is not a quota.`,
    fix: `Write NAME=NUMBER, separated by commas. Names: ${QUOTA_NAMES.join(", ")}.`,
  });
}
