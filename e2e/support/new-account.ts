import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { administer } from "./admin.ts";
import { sendSignInForm } from "./owner.ts";
import { SHARED_SERVER } from "./server.ts";

const PASSWORD = "wrong horse battery";
/** The first pages after a start are slow. */
const SIGN_IN_MS = 30_000;

/** Makes a workspace and its owner on the command line, as an operator would, and signs the page in; gives the short name. */
export async function enterNewWorkspace(page: Page, name: string): Promise<string> {
  const slug = `${name}-${randomBytes(4).toString("hex")}`;
  const email = `${slug}@example.com`;
  await administer(SHARED_SERVER, ["create-workspace", "--name", slug, "--slug", slug]);
  const account = ["--email", email, "--password", PASSWORD];
  await administer(SHARED_SERVER, ["create-user", "--workspace", slug, ...account]);
  await page.goto("/signin");
  await sendSignInForm(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/`), { timeout: SIGN_IN_MS });
  return slug;
}
