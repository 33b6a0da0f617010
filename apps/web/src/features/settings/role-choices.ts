/** Roles, from most to least privileged. */
export const ROLE_NAMES = ["owner", "admin", "member", "viewer"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export function isRole(value: string): value is RoleName {
  return ROLE_NAMES.some((role) => role === value);
}

/** Returns the roles that a member may grant: only owners grant owner. The server enforces this; the UI only hides what would be denied. */
export function grantableRoles(ownRole: RoleName): readonly RoleName[] {
  if (ownRole === "owner") return ROLE_NAMES;
  return ownRole === "admin" ? ["admin", "member", "viewer"] : [];
}

/** Whether a member may change or remove a member with this role. */
export function canChangeRole(ownRole: RoleName, memberRole: RoleName): boolean {
  return grantableRoles(ownRole).includes(memberRole);
}
