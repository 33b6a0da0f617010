"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";

/** Sets the title of the browser tab. Null or an empty title keeps the title of the page. */
export function useDocumentTitle(title: string | null): void {
  const product = useTranslations("common")("product");
  useEffect(() => {
    if (title === null || title === "") return;
    const previous = document.title;
    const current = `${title} · ${product}`;
    document.title = current;
    return () => {
      // The next page may have set its own title already.
      if (document.title === current) document.title = previous;
    };
  }, [title, product]);
}
