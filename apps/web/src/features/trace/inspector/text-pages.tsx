"use client";
import type { ReactElement } from "react";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { PageTurner } from "./page-turner.tsx";

export type TextPagesProps = {
  /** The current page and the length of the full text. */
  readonly loaded: { readonly text: string; readonly total: number };
  readonly page: number;
  readonly onPage: (page: number) => void;
};

/** A long text, page by page. Only one page is rendered at a time, so that 20 MB scroll like 100 kB. */
export function TextPages({ loaded, page, onPage }: TextPagesProps): ReactElement {
  const pages = Math.max(1, Math.ceil(loaded.total / TEXT_PAGE));
  return (
    <>
      <CodeBlock code={loaded.text} wrap className="max-h-120 overflow-y-auto" />
      <PageTurner page={page} pages={pages} onTurn={onPage} />
    </>
  );
}
