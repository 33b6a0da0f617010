/** Actions of the audit log that have words in the catalogue. */
const KEYS = [
  ...(["member_joined", "member_role_changed", "member_removed", "member_left"] as const),
  ...(["invitation_created", "invitation_renewed", "invitation_withdrawn"] as const),
  ...(["key_created", "key_revoked", "model_saved", "model_removed", "model_default_changed"] as const),
  ...(["folder_added", "folder_removed", "conversation_shared", "conversation_unshared"] as const),
  ...(["conversation_removed", "conversation_restored", "share_created", "share_ended"] as const),
  ...(["trace_removed", "trace_restored", "trace_deleted", "trace_imported", "trace_exported"] as const),
] as const;

/** The key of an action's words; null for what a newer server wrote, which is shown as it is. */
export function auditActionKey(action: string): (typeof KEYS)[number] | null {
  const messageKey = action.replace(".", "_");
  return KEYS.find((key) => key === messageKey) ?? null;
}
