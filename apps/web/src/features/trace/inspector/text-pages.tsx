"use client";
import type { ReactElement } from "react";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { PageTurner } from "./page-turner.tsx";

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
  const pages = Math.max(1, Math.ceil(loaded.total / TEXT_PAGE));
  return (
    <>
      <CodeBlock code={loaded.text} wrap className="max-h-120 overflow-y-auto" />
      <PageTurner page={page} pages={pages} onTurn={onPage} />
    </>
  );
}
