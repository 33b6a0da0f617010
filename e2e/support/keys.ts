import type { Page } from "@playwright/test";
import { administer } from "./admin.ts";
import type { Server } from "./server.ts";

/** An API key of an owner that may read and run, made by the command line as an administrator would. */
export async function createKey(
  server: Server,
  owner: { readonly slug: string; readonly email: string },
): Promise<string> {
  const whose = ["--workspace", owner.slug, "--email", owner.email];
  const stdout = await administer(server, ["create-key", ...whose, "--name", "e2e", "--scopes", "read,run"]);
  const key = /gt_[\w-]+/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`No key in: ${stdout}`);
  return key;
}

/** The latest run of the conversation that the page shows. */
export async function lastTraceOf({
  base,
  key,
  page,
}: {
  readonly base: string;
  readonly key: string;
  readonly page: Page;
}): Promise<string> {
  const conversation = page.url().split("/").at(-1);
  const response = await fetch(`${base}/api/conversations`, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await response.json();
  const found = JSON.stringify(body)
    .split("},{")
    .find((item) => item.includes(`"${conversation ?? ""}"`));
  const id = /"lastTraceId":"([0-9a-f-]{36})"/.exec(found ?? "")?.[1];
  if (id === undefined) throw new Error(`No run of ${page.url()} in ${JSON.stringify(body)}`);
  return id;
}
