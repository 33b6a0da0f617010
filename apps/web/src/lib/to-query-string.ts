/** The query parameters of a page as Next provides them. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the parameters as the browser sees them in its URL, without the question mark. */
export function toQueryString(search: SearchParams): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of typeof value === "string" ? [value] : (value ?? [])) parameters.append(name, item);
  }
  return parameters.toString();
}
