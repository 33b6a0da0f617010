import type { Page } from "@playwright/test";

/** Asks a procedure for a change as the open page would: with its session, at the same address. Throws with the server's words. */
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
    if (value === undefined) throw new Error(`${procedure} gave no ${field}: ${text}`);
    return value;
  };
}
