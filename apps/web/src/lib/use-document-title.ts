"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";

/** Names the tab after what is open on the page; null or empty leaves the title of the page. */
export function useDocumentTitle(title: string | null): void {
  const product = useTranslations("common")("product");
  useEffect(() => {
    if (title === null || title === "") return;
    const before = document.title;
    const wanted = `${title} · ${product}`;
    document.title = wanted;
    return () => {
      // Going to another page sets its own title first: that one stays.
      if (document.title === wanted) document.title = before;
    };
  }, [title, product]);
}
