import type { Role } from "../auth/roles.ts";

/**
 * The minimum role of every procedure, repeated independently of the procedures: the access tests fail for a procedure that is missing
 * here or that allows more callers. `public` includes anonymous callers, `person` any signed-in person.
 */
export const MIN_ROLES: Readonly<Record<string, Role | "public" | "person">> = {
  "setup.state": "public",
  "setup.createOwner": "public",
  "invitations.read": "public",
  "invitations.createAccount": "public",
  "account.get": "person",
  "account.update": "person",
  "account.changePassword": "person",
  "workspaces.mine": "person",
  "invitations.accept": "person",
  ...procedures("viewer", "members", ["list", "leave"]),
  ...procedures("admin", "members", ["setRole", "remove", "setOrphanedRuns"]),
  ...procedures("admin", "invitations", ["list", "create", "renew", "withdraw"]),
  ...procedures("viewer", "keys", ["list", "create", "revoke"]),
  ...procedures("admin", "audit", ["list"]),
  ...procedures("viewer", "models", ["list"]),
  ...procedures("admin", "models", ["save", "remove", "setDefault", "forgetWindow", "test", "detect"]),
  ...procedures("viewer", "folders", ["list"]),
  ...procedures("admin", "folders", ["add", "remove"]),
  ...procedures("viewer", "conversations", ["list", "get"]),
  ...procedures("member", "conversations", ["rename", "pin", "setVisibility", "delete", "restore"]),
  ...procedures("viewer", "quotas", ["list"]),
  ...procedures("admin", "quotas", ["save"]),
  ...procedures("viewer", "budgets", ["get", "agents"]),
  ...procedures("admin", "budgets", ["save", "saveForAgent"]),
  ...procedures("member", "budgets", ["setForConversation"]),
  ...procedures("member", "conversations", [
    "contents",
    "deletePermanently",
    "continueDeletion",
    "stopDeletion",
  ]),
  ...procedures("member", "runs", ["start", "cancel", "retry", "pin", "compact", "pause", "resume", "steer"]),
  ...procedures("viewer", "queue", ["list"]),
  ...procedures("member", "queue", ["add", "edit", "remove", "send"]),
  ...procedures("viewer", "requests", ["list", "count", "ofTrace", "get", "watch"]),
  ...procedures("member", "requests", ["always", "approve", "approveAlways", "deny", "answer", "resolve"]),
  ...procedures("viewer", "permissions", ["mode", "ofConversation", "rules", "explain"]),
  ...procedures("viewer", "permissions", ["projectRules", "sandbox", "tools", "whatIf"]),
  ...procedures("admin", "permissions", ["setMode"]),
  ...procedures("member", "permissions", ["setConversationMode", "addRule", "changeRule", "removeRule"]),
  ...procedures("viewer", "traces", ["list", "get", "skeleton", "entry", "text", "blob", "entries"]),
  ...procedures("viewer", "traces", [
    "tail",
    "watch",
    "tree",
    "watchTree",
    "countNewer",
    "figures",
    "facets",
  ]),
  ...procedures("viewer", "traces", ["searchIn", "previews", "fileChanges"]),
  ...procedures("member", "traces", ["remove", "restore", "purge", "eraseMessage"]),
  ...procedures("viewer", "traceInspect", [
    ...["overview", "moment", "modelCall", "windows", "cuts", "request", "requestText", "image"],
    ...["contextParts", "compaction", "compactionText", "original"],
  ]),
  ...procedures("viewer", "annotations", ["list"]),
  ...procedures("member", "annotations", ["add", "edit", "remove", "restore", "rate", "tag"]),
  ...procedures("member", "shares", ["list", "create", "revoke"]),
  ...procedures("viewer", "memory", ["list", "get", "check", "ofRun", "wouldRecall", "tidy"]),
  ...procedures("viewer", "skills", ["list", "get", "file", "check"]),
  ...procedures("admin", "skills", ["save", "upload", "offer", "remove"]),
  ...procedures("member", "memory", ["add", "edit", "decide", "undo", "remove", "acceptTidy", "dismissTidy"]),
  ...procedures("viewer", "mentions", ["list", "unread", "markRead"]),
  ...procedures("viewer", "views", ["list", "save", "remove"]),
  ...procedures("viewer", "usage", ["get"]),
};

function procedures(role: Role, name: string, verbs: readonly string[]): Record<string, Role> {
  return Object.fromEntries(verbs.map((verb) => [`${name}.${verb}`, role]));
}
