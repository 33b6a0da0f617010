/** What stands after the question mark, as Next hands it to a page. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The same as the text the browser finds in its address, without the question mark. */
export function toQueryString(search: SearchParams): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) parameters.append(name, one);
  }
  return parameters.toString();
}
