import type { ApiScope } from "@goaltrace/db";
import type { Role } from "../auth/roles.ts";

/** Lets people and secret scanners recognize our keys. */
export const KEY_PREFIX = "gt_";

/** The minimum role of a key's owner for each scope. */
export const REQUIRED_ROLE: Readonly<Record<ApiScope, Role>> = {
  read: "viewer",
  run: "member",
  decide: "member",
  admin: "admin",
};
