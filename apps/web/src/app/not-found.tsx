import { getTranslations } from "next-intl/server";
import { cookies, headers } from "next/headers";
import type { ReactElement } from "react";
import { THEME_COOKIE, themeFrom, WORKSPACE_COOKIE } from "../lib/preferences.ts";
import { currentViewer } from "../server/auth/viewer-for-page.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageNotFound } from "../ui/shell/page-not-found.tsx";
import { LazyWorkspaceFrame } from "./lazy-workspace-frame.tsx";

/** The root not-found page. Members keep the navigation of their workspace; anonymous visitors see only the message. */
export default async function NotFoundPage(): Promise<ReactElement> {
  const [viewer, jar, head] = await Promise.all([currentViewer(), cookies(), headers()]);
  const workspaces = (viewer?.workspaces ?? []).map(({ slug, name }) => ({ slug, name }));
  const last = jar.get(WORKSPACE_COOKIE)?.value;
  const workspace = workspaces.find(({ slug }) => slug === last) ?? workspaces[0];
  if (viewer === null || workspace === undefined) return <PlainNotFound />;
  const theme = themeFrom(jar.get(THEME_COOKIE)?.value);
  const isWorkspace = (head.get("x-goaltrace-path") ?? "").startsWith("/w/");
  return (
    <LazyWorkspaceFrame
      workspace={workspace}
      workspaces={workspaces}
      person={{ name: viewer.person.name, email: viewer.person.email }}
      theme={theme}
    >
      <PageNotFound workspace={workspace} missing={isWorkspace ? "workspace" : "page"} />
    </LazyWorkspaceFrame>
  );
}

async function PlainNotFound(): Promise<ReactElement> {
  const translate = await getTranslations("shell.notFound");
  return (
    <main className="h-dvh p-8 phone:p-4">
      <EmptyState
        centered
        heading="h1"
        title={translate("title")}
        action={<ButtonLink href="/">{translate("action")}</ButtonLink>}
      >
        {translate("text")}
      </EmptyState>
    </main>
  );
}
