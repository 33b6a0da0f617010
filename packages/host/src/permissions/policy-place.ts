import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import type { PolicyRun } from "./read-run-policy.ts";

/**
 * Returns where a call of a conversation, or of no conversation yet, would be decided. Without `folderId` its folder is that of the conversation.
 * Errors: NOT_FOUND for a conversation or folder that the person cannot see.
 */
export async function policyPlace(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  wanted: {
    readonly conversationId: string | null;
    readonly agent: string;
    readonly folderId?: string | null | undefined;
  },
): Promise<PolicyRun> {
  const { conversationId, agent } = wanted;
  const conversation =
    conversationId === null ? undefined : await stores.conversations.get(scope, conversationId);
  if (conversationId !== null && conversation === undefined) throw unknown("conversation");
  const folderId = wanted.folderId ?? conversation?.folderId ?? null;
  const folder = folderId === null ? undefined : await stores.folders.get(scope, folderId);
  if (wanted.folderId !== null && wanted.folderId !== undefined && folder === undefined)
    throw unknown("folder");
  return { workspaceId: scope.workspaceId, conversationId, agent, projectFolder: folder?.path ?? null };
}

function unknown(what: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `This ${what} does not exist.`,
    fix: "Reload the page: someone may have deleted it.",
  });
}
