import type { Page } from "@playwright/test";

/** Calls a mutation with the page's session. Returns a function that reads a field of the result. Throws the server's error text. */
export async function callProcedure(
  page: Page,
  procedure: string,
  input: object,
): Promise<(field: string) => string> {
  const response = await page.request.post(`/api/trpc/${procedure}`, { data: { json: input } });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${procedure}: ${text}`);
  return (field) => {
    const value = new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1];
    if (value === undefined) throw new Error(`${procedure} returned no ${field}: ${text}`);
    return value;
  };
}
