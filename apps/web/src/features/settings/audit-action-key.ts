/** Audit log actions that have a message. */
const KEYS = [
  ...(["member_joined", "member_role_changed", "member_removed", "member_left"] as const),
  "workspace_orphaned_runs_changed",
  ...(["invitation_created", "invitation_renewed", "invitation_withdrawn"] as const),
  ...(["key_created", "key_revoked", "model_saved", "model_removed", "model_default_changed"] as const),
  "model_window_forgotten",
  ...(["agent_saved", "agent_restored", "agent_removed"] as const),
  ...(["quotas_changed", "budget_changed"] as const),
  ...(["permissions_mode_changed", "permissions_rule_added", "permissions_rule_removed"] as const),
  ...(["permissions_rule_changed"] as const),
  ...(["experience_saved", "experience_approved", "experience_rejected", "experience_retired"] as const),
  "experience_compared",
  ...(["memory_saved", "memory_approved", "memory_rejected", "memory_removed", "memory_tidied"] as const),
  ...(["mcp_server_saved", "mcp_server_enabled", "mcp_server_disabled", "mcp_server_removed"] as const),
  ...(["mcp_server_consented", "mcp_tools_approved", "mcp_tools_withdrawn"] as const),
  ...(["soul_saved", "soul_locked", "soul_unlocked"] as const),
  ...(["skill_saved", "skill_removed", "skill_offered", "skill_withheld"] as const),
  ...(["secret_added", "secret_rotated", "secret_removed", "web_changed"] as const),
  ...(["folder_added", "folder_removed", "conversation_shared", "conversation_unshared"] as const),
  ...(["conversation_removed", "conversation_restored", "share_created", "share_ended"] as const),
  ...(["conversation_deleted", "conversation_deletion_stopped", "message_erased"] as const),
  ...(["run_files_undone", "tool_tried"] as const),
  ...(["trace_removed", "trace_restored", "trace_deleted", "trace_imported", "trace_exported"] as const),
] as const;

/** Returns the message key of an action. Null for actions of newer servers, which are shown unchanged. */
export function auditActionKey(action: string): (typeof KEYS)[number] | null {
  const messageKey = action.replace(".", "_");
  return KEYS.find((key) => key === messageKey) ?? null;
}
