"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";

/** Characters of a page, as the server gives them. */
export const TEXT_PAGE = 100_000;

export type TextPagesProps = {
  /** The page in sight and the length of the whole. */
  readonly loaded: { readonly text: string; readonly total: number };
  readonly page: number;
  readonly onPage: (page: number) => void;
};

/** A long text page by page: only one is ever drawn, so that 20 MB scroll like 100 kB. */
export function TextPages({ loaded, page, onPage }: TextPagesProps): ReactElement {
  const translate = useTranslations("inspector.large");
  const pages = Math.max(1, Math.ceil(loaded.total / TEXT_PAGE));
  return (
    <>
      <CodeBlock code={loaded.text} wrap className="max-h-120 overflow-y-auto" />
      {pages > 1 && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-12 text-ink-2">
          <Button
            disabled={page === 0}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            {translate("previous")}
          </Button>
          <Button
            disabled={page + 1 >= pages}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            {translate("next")}
          </Button>
          {translate("page", { page: page + 1, pages })}
        </p>
      )}
    </>
  );
}
