"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";

export type PageTurnerProps = {
  /** Zero-based. */
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
};

/** Pagination for a text that is too large to show at once; nothing for a single page. */
export function PageTurner({ page, pages, onTurn }: PageTurnerProps): ReactElement | null {
  const translate = useTranslations("inspector.large");
  if (pages <= 1) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-12 text-ink-2">
      <Button
        disabled={page === 0}
        onClick={() => {
          onTurn(page - 1);
        }}
      >
        {translate("previous")}
      </Button>
      <Button
        disabled={page + 1 >= pages}
        onClick={() => {
          onTurn(page + 1);
        }}
      >
        {translate("next")}
      </Button>
      {translate("page", { page: page + 1, pages })}
    </p>
  );
}
