import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { ToastProvider } from "../toast.tsx";

/** What an element looks like in a page, as markup, for tests. In English unless told otherwise; times are UTC. */
export function markupOf(element: ReactElement, language: "en" | "zh" = "en"): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
      <ToastProvider>{element}</ToastProvider>
    </NextIntlClientProvider>,
  );
}
