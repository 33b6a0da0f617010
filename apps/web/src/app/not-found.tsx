import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export default function NotFoundPage(): ReactElement {
  const translate = useTranslations("shell.notFound");
  return (
    <main className="p-8 phone:p-4">
      <EmptyState
        heading="h1"
        title={translate("title")}
        action={<ButtonLink href="/">{translate("action")}</ButtonLink>}
      >
        {translate("text")}
      </EmptyState>
    </main>
  );
}
