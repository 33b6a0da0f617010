import type { Role } from "../auth/roles.ts";

/**
 * The least role of every procedure, said a second time apart from the procedures themselves: the access walk fails for a procedure that
 * is missing here, and for one that lets in somebody it should not. `public` is for strangers too, `person` for whoever is signed in.
 */
export const LEAST_ROLES: Readonly<Record<string, Role | "public" | "person">> = {
  "setup.state": "public",
  "setup.createOwner": "public",
  "invitations.read": "public",
  "invitations.createAccount": "public",
  "account.get": "person",
  "account.update": "person",
  "account.changePassword": "person",
  "workspaces.mine": "person",
  "invitations.accept": "person",
  ...noun("viewer", "members", ["list", "leave"]),
  ...noun("admin", "members", ["setRole", "remove"]),
  ...noun("admin", "invitations", ["list", "create", "renew", "withdraw"]),
  ...noun("viewer", "keys", ["list", "create", "revoke"]),
  ...noun("admin", "audit", ["list"]),
  ...noun("viewer", "models", ["list"]),
  ...noun("admin", "models", ["save", "remove", "setDefault", "test", "detect"]),
  ...noun("viewer", "folders", ["list"]),
  ...noun("admin", "folders", ["add", "remove"]),
  ...noun("viewer", "conversations", ["list", "get"]),
  ...noun("member", "conversations", ["rename", "pin", "setVisibility", "delete", "restore"]),
  ...noun("member", "runs", ["start", "cancel", "retry", "pin", "compact"]),
  ...noun("viewer", "traces", ["list", "get", "skeleton", "entry", "text", "blob", "entries"]),
  ...noun("viewer", "traces", ["tail", "watch", "countNewer", "figures", "facets"]),
  ...noun("viewer", "traces", ["searchIn", "previews", "fileChanges"]),
  ...noun("member", "traces", ["remove", "restore", "purge"]),
  ...noun("viewer", "traceInspect", [
    ...["overview", "modelCall", "request", "requestText", "image"],
    ...["contextParts", "compaction", "compactionText", "original"],
  ]),
  ...noun("viewer", "annotations", ["list"]),
  ...noun("member", "annotations", ["add", "edit", "remove", "restore", "rate", "tag"]),
  ...noun("member", "shares", ["list", "create", "revoke"]),
  ...noun("viewer", "mentions", ["list", "unread", "markRead"]),
  ...noun("viewer", "views", ["list", "save", "remove"]),
  ...noun("viewer", "usage", ["get"]),
};

function noun(role: Role, name: string, verbs: readonly string[]): Record<string, Role> {
  return Object.fromEntries(verbs.map((verb) => [`${name}.${verb}`, role]));
}
