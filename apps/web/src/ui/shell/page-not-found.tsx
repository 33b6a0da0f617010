import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { ButtonLink } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { workspaceHref } from "./nav-items.ts";

export type PageNotFoundProps = {
  /** A workspace that the person can open. */
  readonly workspace: { readonly slug: string; readonly name: string };
  /** `workspace` when the person is not a member of the requested workspace. */
  readonly missing: "page" | "workspace";
};

/** The not-found page: the possible reasons and a way back. */
export function PageNotFound({ workspace, missing }: PageNotFoundProps): ReactElement {
  const translate = useTranslations("shell.notFound");
  const isPage = missing === "page";
  return (
    <EmptyState
      centered
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
