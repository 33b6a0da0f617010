import type { Failure } from "@goaltrace/core";

/** What a member may do, from most to least. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** A role that this version does not know may do the least. */
export function roleOf(stored: string): Role {
  return ROLES.find((role) => role === stored) ?? "viewer";
}

export type RoleQuestion = {
  /** The role of who asks. */
  readonly actor: Role;
  /** The role that the member has. */
  readonly current: Role;
  /** The role they would have; null when they leave. */
  readonly next: Role | null;
  /** Owners of the workspace now. */
  readonly owners: number;
  /** Whether who asks is the member. */
  readonly self: boolean;
};

/**
 * Why a change of membership is refused, null when it may be. A workspace keeps an owner; only owners make, change and remove owners;
 * admins do the rest; everybody may leave.
 */
export function refusalOf({ actor, current, next, owners, self }: RoleQuestion): Failure | null {
  const touchesOwner = current === "owner" || next === "owner";
  if (actor !== "owner" && touchesOwner)
    return {
      code: "NOT_ALLOWED",
      message: "Only owners make, change and remove owners.",
      fix: "Ask an owner of this workspace.",
    };
  const leaves = self && next === null;
  if (actor !== "owner" && actor !== "admin" && !leaves)
    return {
      code: "NOT_ALLOWED",
      message: "Only owners and admins change members.",
      fix: "Ask an owner or admin of this workspace.",
    };
  if (current === "owner" && next !== "owner" && owners <= 1)
    return {
      code: "CONFLICT",
      message: "This is the last owner. A workspace needs one.",
      fix: "Make somebody else an owner first.",
    };
  return null;
}

/** Whether a role may invite with another one: admins never make owners. */
export function mayInvite(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}
