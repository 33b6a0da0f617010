/** Returns the name of the tool that an address shows; null for none. */
export function readShownTool(query: URLSearchParams): string | null {
  return query.get("tool");
}

/** Returns the query of the address that shows a tool; null for the list alone. */
export function toolQuery(tool: string | null): string {
  return tool === null ? "" : `?${new URLSearchParams({ tool }).toString()}`;
}
