/** Returns the URL path of a conversation; null for a new conversation. */
export function conversationHref(workspace: string, id: string | null): string {
  const chat = `/w/${encodeURIComponent(workspace)}/chat`;
  return id === null ? chat : `${chat}/${encodeURIComponent(id)}`;
}
