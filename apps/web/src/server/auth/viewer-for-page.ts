import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getRuntime } from "../runtime.ts";
import type { Membership, Person } from "./authorize.ts";

/** The person viewing a page, and their workspaces. */
export type Viewer = {
  readonly person: Person;
  readonly sessionId: string;
  readonly workspaces: readonly Membership[];
};

/** The signed-in person with their workspaces; null for an anonymous visitor. Cached for all parts of a page. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  // First, so that the build treats the page as dynamic before anything needs the database.
  const head = await headers();
  const runtime = await getRuntime();
  const session = await runtime.auth.findSession(new Headers(head));
  if (session === null) return null;
  const { id: sessionId, person } = session;
  return { person, sessionId, workspaces: await runtime.stores.members.ofPerson(person.id) };
});

/** The viewer of a layout or page. Redirects anonymous visitors to sign-in, or to setup while no account exists. */
export async function viewerForPage(): Promise<Viewer> {
  const viewer = await currentViewer();
  if (viewer !== null) return viewer;
  const [head, runtime] = await Promise.all([headers(), getRuntime()]);
  if (await runtime.stores.accounts.isEmpty()) redirect("/setup");
  const path = head.get("x-goaltrace-path") ?? "/";
  redirect(path === "/" ? "/signin" : `/signin?next=${encodeURIComponent(path)}`);
}
