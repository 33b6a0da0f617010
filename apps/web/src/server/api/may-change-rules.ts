import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { type Role, roleIncludes } from "../auth/roles.ts";
import type { Runtime } from "../runtime.ts";

type Context = {
  readonly runtime: Pick<Runtime, "stores">;
  readonly scope: Scope;
  readonly membership: { readonly role: Role };
};

/**
 * Returns whether a person may change the rules of a place: admins may change all, members those of their own conversations. `conversation` is the
 * conversation of the rule.
 */
export function mayChange(
  { scope, membership }: Omit<Context, "runtime">,
  layer: string,
  conversation: { readonly personId: string } | undefined,
): boolean {
  if (roleIncludes(membership.role, "admin")) return true;
  const isOwn = layer === "conversation" && conversation?.personId === scope.personId;
  return isOwn && roleIncludes(membership.role, "member");
}

/** Errors: NOT_FOUND for a conversation that the person cannot see, NOT_ALLOWED for a place whose rules they may not change. */
export async function assertMayChange(
  context: Context,
  { layer, target }: { readonly layer: string; readonly target: string },
): Promise<void> {
  const isOfConversation = layer === "conversation";
  const conversation = isOfConversation
    ? await context.runtime.stores.conversations.get(context.scope, target)
    : undefined;
  if (isOfConversation && conversation === undefined)
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: "This conversation does not exist.",
      fix: "Reload the page: someone may have deleted it.",
    });
  if (mayChange(context, layer, conversation)) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: isOfConversation
      ? "Only the person who started this conversation, and admins, change its rules."
      : "Only admins change the rules of the workspace and its agents.",
    fix: isOfConversation
      ? "Ask that person, or approve each call."
      : "Ask an admin, or add the rule to your conversation.",
  });
}
