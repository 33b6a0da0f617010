import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { WORKSPACE_COOKIE } from "../lib/preferences.ts";
import { viewerForPage } from "../server/auth/viewer-for-page.ts";

/** The workspace last looked at, else the first; without an account the guard leads to set-up or sign-in. */
export default async function RootPage(): Promise<never> {
  const { workspaces } = await viewerForPage();
  const last = (await cookies()).get(WORKSPACE_COOKIE)?.value;
  const workspace = workspaces.find(({ slug }) => slug === last) ?? workspaces[0];
  redirect(workspace ? `/w/${encodeURIComponent(workspace.slug)}/chat` : "/setup");
}
