import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { ToastProvider } from "../toast.tsx";

/** Renders an element to static markup for tests. The language defaults to English; times are UTC. */
export function renderMarkup(element: ReactElement, language: "en" | "zh" = "en"): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
      <ToastProvider>{element}</ToastProvider>
    </NextIntlClientProvider>,
  );
}
