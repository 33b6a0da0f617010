/** The roles of a workspace, low to high: each role includes the permissions of those before it. */
export const ROLES = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Returns true when `role` is at least `needed`. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns true when members of this role may delete conversations and messages of others. */
export function mayDeleteOthers(role: Role): boolean {
  return roleIncludes(role, "admin");
}
