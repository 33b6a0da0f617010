import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { SHARED_SERVER } from "./server.ts";

/** The account that the first start makes and the other specs of the shared server sign in with. */
export const OWNER = {
  name: "Mira Okafor",
  email: "mira@example.com",
  password: "correct horse battery",
  workspace: "Storefront",
  slug: "storefront",
};

/** The sample project the demo works on. */
export const SAMPLE_FOLDER = inCheckout("examples", "orders-service");

const SESSION_FILE = path.join(SHARED_SERVER.home, "e2e-session.json");

/** Keeps the session of this page for the tests that follow: sign-ins are limited, and slow. */
export async function keepSession(page: Page): Promise<void> {
  await page.context().storageState({ path: SESSION_FILE });
}

/** Signs in with the session that the first start kept. */
export async function signIn(page: Page): Promise<void> {
  await page.context().setStorageState(SESSION_FILE);
}

/** Fills and sends the form for signing in, from wherever it is shown. */
export async function sendSignInForm(
  page: Page,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Sends a message in a new conversation of a workspace and waits until the conversation is open. */
export async function runTask(page: Page, slug: string, text: string): Promise<void> {
  await page.goto(`/w/${slug}/chat`);
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
}
