import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getRuntime } from "../runtime.ts";
import type { Membership, Person } from "./authorise.ts";

/** Who looks at a page, and what is theirs. */
export type Viewer = { readonly person: Person; readonly workspaces: readonly Membership[] };

/** The signed-in person with their workspaces; null for a stranger. Found out once for all parts of a page. */
export const knownViewer = cache(async (): Promise<Viewer | null> => {
  // First: it tells a build that this page is made for each request, before anything asks for the database.
  const head = await headers();
  const runtime = await getRuntime();
  const person = await runtime.auth.personOf(new Headers(head));
  return person === null ? null : { person, workspaces: await runtime.stores.members.ofPerson(person.id) };
});

/** For layouts and pages: the signed-in person with their workspaces, else leads to sign-in, or to set-up while there is no account. */
export async function viewerForPage(): Promise<Viewer> {
  const viewer = await knownViewer();
  if (viewer !== null) return viewer;
  const [head, runtime] = await Promise.all([headers(), getRuntime()]);
  if (await runtime.stores.accounts.isEmpty()) redirect("/setup");
  const wanted = head.get("x-goaltrace-path") ?? "/";
  redirect(wanted === "/" ? "/signin" : `/signin?next=${encodeURIComponent(wanted)}`);
}
