import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { ButtonLink } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { workspaceHref } from "./nav-items.ts";

export type NoPageProps = {
  /** A workspace that the person can go to. */
  readonly workspace: { readonly slug: string; readonly name: string };
  /** `workspace` when already the address's workspace is none of theirs. */
  readonly missing: "page" | "workspace";
};

/** Nothing is at this address: what that may mean, and the way back. */
export function NoPage({ workspace, missing }: NoPageProps): ReactElement {
  const translate = useTranslations("shell.notFound");
  const isPage = missing === "page";
  return (
    <EmptyState
      className="p-8 phone:p-4"
      heading="h1"
      title={translate(isPage ? "title" : "noWorkspace")}
      action={
        <ButtonLink href={`${workspaceHref(workspace.slug)}/chat`}>
          {isPage ? translate("toChat") : translate("toWorkspace", { name: workspace.name })}
        </ButtonLink>
      }
    >
      {translate(isPage ? "text" : "noWorkspaceText")}
    </EmptyState>
  );
}
