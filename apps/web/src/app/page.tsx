import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { WORKSPACE_COOKIE } from "../lib/preferences.ts";
import { viewerForPage } from "../server/auth/viewer-for-page.ts";

/** Redirects to the last visited workspace, or else the first. `viewerForPage` redirects visitors without a session. */
export default async function RootPage(): Promise<never> {
  const { workspaces } = await viewerForPage();
  const last = (await cookies()).get(WORKSPACE_COOKIE)?.value;
  const workspace = workspaces.find(({ slug }) => slug === last) ?? workspaces[0];
  redirect(workspace ? `/w/${encodeURIComponent(workspace.slug)}/chat` : "/setup");
}
