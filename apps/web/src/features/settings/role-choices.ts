/** Roles from most to least. */
export const ROLE_NAMES = ["owner", "admin", "member", "viewer"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export function isRole(value: string): value is RoleName {
  return ROLE_NAMES.some((role) => role === value);
}

/** The roles that somebody may give: only owners make owners. The server decides; this only offers nothing in vain. */
export function grantableRoles(mine: RoleName): readonly RoleName[] {
  if (mine === "owner") return ROLE_NAMES;
  return mine === "admin" ? ["admin", "member", "viewer"] : [];
}

/** Whether somebody may change or remove a member with this role. */
export function canChangeRole(mine: RoleName, theirs: RoleName): boolean {
  return grantableRoles(mine).includes(theirs);
}
