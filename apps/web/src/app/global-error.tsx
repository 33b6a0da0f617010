"use client";
import "./globals.css";
import type { ReactElement } from "react";
import { Button } from "../ui/button.tsx";

/** The texts are here, in every language, because the page also fails without a catalog. */
const TEXTS = [
  {
    lang: "en",
    title: "The page could not load.",
    fix: "Check the server and your connection, then reload.",
    reload: "Reload",
  },
  {
    lang: "zh",
    title: "页面无法加载。",
    fix: "请检查服务器和网络连接，然后重新加载。",
    reload: "重新加载",
  },
] as const;

/** Replaces everything when the page failed above all of its parts. */
export default function GlobalErrorPage(): ReactElement {
  return (
    <html lang="en">
      <body>
        <main className="flex flex-col gap-6 p-8 phone:p-4">
          {TEXTS.map(({ lang, title, fix, reload }) => (
            <section key={lang} lang={lang} className="flex flex-col items-start gap-2">
              <h1 className="text-20 font-semibold">{title}</h1>
              <p>{fix}</p>
              <Button onClick={() => location.reload()}>{reload}</Button>
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}
