import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getRuntime } from "../runtime.ts";
import type { Membership, Person } from "./authorise.ts";

/** Who looks at a page, and what is theirs. */
export type Viewer = { readonly person: Person; readonly workspaces: readonly Membership[] };

/** For layouts and pages: the signed-in person with their workspaces, else leads to sign-in, or to set-up while there is no account. */
export async function viewerForPage(): Promise<Viewer> {
  const [runtime, head] = await Promise.all([getRuntime(), headers()]);
  const person = await runtime.auth.personOf(new Headers(head));
  if (person !== null) return { person, workspaces: await runtime.stores.members.mine(person.id) };
  redirect((await runtime.stores.accounts.none()) ? "/setup" : "/signin");
}
