import "@fontsource-variable/geist/index.css";
import "@fontsource-variable/geist-mono/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactElement, ReactNode } from "react";
import { MessagesProvider } from "../lib/messages-provider.tsx";
import { THEME_COOKIE, themeFrom, TIME_ZONE_COOKIE, timeZoneFrom } from "../lib/preferences.ts";
import { serverNow } from "../server/server-now.ts";
import { ServerTimeProvider } from "../lib/server-time.tsx";
import { Providers } from "./providers.tsx";

/** `--page` of tokens.css in sRGB, for browser toolbars. */
const THEME_COLORS = { light: "#fdfbfa", dark: "#171614" };

export async function generateViewport(): Promise<Viewport> {
  const theme = themeFrom((await cookies()).get(THEME_COOKIE)?.value);
  return {
    width: "device-width",
    initialScale: 1,
    colorScheme: theme === "system" ? "light dark" : theme,
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: light)", color: THEME_COLORS.light },
            { media: "(prefers-color-scheme: dark)", color: THEME_COLORS.dark },
          ]
        : THEME_COLORS[theme],
  };
}

export async function generateMetadata(): Promise<Metadata> {
  const translate = await getTranslations("common");
  const product = translate("product");
  return {
    title: { default: product, template: `%s · ${product}` },
    description: translate("description"),
    robots: { index: false, follow: false },
  };
}

/** Renders language, theme and time zone on the server, so that none of them flashes. */
export default async function RootLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactElement> {
  const [locale, timeZone, jar] = await Promise.all([getLocale(), getTimeZone(), cookies()]);
  const theme = themeFrom(jar.get(THEME_COOKIE)?.value);
  return (
    // The theme switch changes the class outside React, which would otherwise warn about it.
    <html lang={locale} className={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <body>
        <MessagesProvider locale={locale} timeZone={timeZone}>
          <ServerTimeProvider now={serverNow()} timeZone={timeZoneFrom(jar.get(TIME_ZONE_COOKIE)?.value)}>
            <Providers>{children}</Providers>
          </ServerTimeProvider>
        </MessagesProvider>
      </body>
    </html>
  );
}
