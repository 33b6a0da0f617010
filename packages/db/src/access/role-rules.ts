import type { Failure } from "@goaltrace/core/errors";

/** Roles of members, from most to least privileged. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Parses a stored role. Unknown roles get the fewest privileges. */
export function parseRole(stored: string): Role {
  return ROLES.find((role) => role === stored) ?? "viewer";
}

export type RoleQuestion = {
  /** The role of the person who requests the change. */
  readonly actor: Role;
  /** The member's current role. */
  readonly current: Role;
  /** The member's new role; null when they leave. */
  readonly next: Role | null;
  /** The number of owners the workspace has now. */
  readonly owners: number;
  /** True when the person changes their own membership. */
  readonly self: boolean;
};

/**
 * Returns why a change of membership is refused, or null when it is allowed. A workspace always keeps an owner; only owners add, change and
 * remove owners; admins manage everyone else; every member may leave.
 */
export function membershipRefusal({ actor, current, next, owners, self }: RoleQuestion): Failure | null {
  const touchesOwner = current === "owner" || next === "owner";
  if (actor !== "owner" && touchesOwner)
    return {
      code: "NOT_ALLOWED",
      message: "Only owners can add, change or remove owners.",
      fix: "Ask an owner of this workspace.",
    };
  const leaves = self && next === null;
  if (actor !== "owner" && actor !== "admin" && !leaves)
    return {
      code: "NOT_ALLOWED",
      message: "Only owners and admins can change members.",
      fix: "Ask an owner or admin of this workspace.",
    };
  if (current === "owner" && next !== "owner" && owners <= 1)
    return {
      code: "CONFLICT",
      message: "This is the last owner. A workspace needs one.",
      fix: "Make another member an owner first.",
    };
  return null;
}

/** Returns whether a member with role `actor` may invite with `role`. Admins never create owners. */
export function mayInvite(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}
