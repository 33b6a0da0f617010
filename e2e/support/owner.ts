import { expect, type BrowserContext, type Page } from "@playwright/test";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

/** The account that the first spec makes and the others sign in with. */
export const OWNER = {
  name: "Mira Okafor",
  email: "mira@example.com",
  password: "correct horse battery",
  workspace: "Storefront",
  slug: "storefront",
};

/** The sample project the demo works on. */
export const SAMPLE_FOLDER = inCheckout("examples", "orders-service");

let session: Awaited<ReturnType<BrowserContext["cookies"]>> = [];

/** Signs in and waits for the workspace; later tests of a process take over the session, since sign-ins are limited. */
export async function signIn(page: Page): Promise<void> {
  if (session.length > 0) {
    await page.context().addCookies(session);
    return;
  }
  await page.goto("/signin");
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/w\/storefront\//);
  session = await page.context().cookies();
}

/** Sends a message in a new conversation and waits until the run has ended. */
export async function runTask(page: Page, text: string): Promise<void> {
  await page.goto(`/w/${OWNER.slug}/chat`);
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
}
