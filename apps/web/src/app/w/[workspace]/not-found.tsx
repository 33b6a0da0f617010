import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** The not-found page inside a workspace, which keeps the navigation. */
export default function NotFoundPage(): ReactElement {
  const translate = useTranslations("shell.notFound");
  return (
    <EmptyState
      centered
      className="p-8 phone:p-4"
      heading="h1"
      title={translate("title")}
      action={<ButtonLink href="/">{translate("toChat")}</ButtonLink>}
    >
      {translate("text")}
    </EmptyState>
  );
}
