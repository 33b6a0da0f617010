import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { InboxLink } from "../../../features/inbox/inbox-link.tsx";
import { prefetchInboxLink } from "../../../features/inbox/prefetch.ts";
import { MentionsLink } from "../../../features/mentions/mentions-link.tsx";
import { prefetchMentionsLink } from "../../../features/mentions/prefetch.ts";
import { CommandPalette } from "../../../features/palette/command-palette.tsx";
import { THEME_COOKIE, themeFrom } from "../../../lib/preferences.ts";
import { HydratedPage } from "../../../server/api/hydrated-page.tsx";
import { viewerForPage } from "../../../server/auth/viewer-for-page.ts";
import { Shell } from "../../../ui/shell/shell.tsx";

type LayoutProps = { readonly params: Promise<{ workspace: string }>; readonly children: ReactNode };

/** Non-members get the same response as for a workspace that does not exist. */
export default async function WorkspaceLayout({ params, children }: LayoutProps): Promise<ReactElement> {
  const [{ workspace: slug }, viewer, jar] = await Promise.all([params, viewerForPage(), cookies()]);
  const workspaces = viewer.workspaces.map(({ slug: id, name }) => ({ slug: id, name }));
  const workspace = workspaces.find((candidate) => candidate.slug === decodeURIComponent(slug));
  if (!workspace) notFound();
  const theme = themeFrom(jar.get(THEME_COOKIE)?.value);
  return (
    <Shell
      workspace={workspace}
      workspaces={workspaces}
      person={{ name: viewer.person.name, email: viewer.person.email }}
      theme={theme}
      inbox={
        <HydratedPage
          prefetch={(context) => [
            ...prefetchInboxLink(workspace.slug)(context),
            ...prefetchMentionsLink(workspace.slug)(context),
          ]}
        >
          <InboxLink workspace={workspace.slug} />
          <MentionsLink workspace={workspace.slug} />
        </HydratedPage>
      }
      overlays={<CommandPalette workspace={workspace.slug} theme={theme} />}
    >
      {children}
    </Shell>
  );
}
