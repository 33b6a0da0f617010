import type { ApiScope } from "@goaltrace/db";
import type { Role } from "../auth/roles.ts";

/** Keys are told apart from other secrets by it, by people and by scanners of leaked ones. */
export const KEY_PREFIX = "gt_";

/** What somebody's role must include before a key of theirs may have a scope. */
export const ROLE_OF_SCOPE: Readonly<Record<ApiScope, Role>> = {
  read: "viewer",
  run: "member",
  admin: "admin",
};
