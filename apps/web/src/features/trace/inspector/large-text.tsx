"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { Loaded } from "./loaded.tsx";
import { PageTurner } from "./page-turner.tsx";

/** Characters shown before the person asks for more: about a minute of scrolling. */
export const INITIAL_CHARACTERS = 20_000;

export type LargeTextProps = {
  /** The start of the text, from the entry. */
  readonly text: string;
  /** The full length; more than `text` has when the server truncated it. */
  readonly total: number;
  readonly sequence: number;
  /** The path of the text in its entry (`output`). */
  readonly field: string;
};

/** A text of any length: its start immediately, the rest in pages on demand. Only one page is rendered at a time, so that 20 MB scroll like 100 kB. */
export function LargeText({ text, total, sequence, field }: LargeTextProps): ReactElement {
  const translate = useTranslations("inspector.large");
  const format = useFormat();
  const [page, setPage] = useState<number | null>(null);
  if (text.length <= INITIAL_CHARACTERS && total <= text.length) return <CodeBlock code={text} wrap />;
  if (page === null) {
    return (
      <>
        <CodeBlock code={text.slice(0, INITIAL_CHARACTERS)} wrap />
        <p className="mt-2 flex flex-wrap items-center gap-2 text-12 text-ink-2">
          {translate("first", { shown: format.count(INITIAL_CHARACTERS), total: format.count(total) })}
          <Button
            onClick={() => {
              setPage(0);
            }}
          >
            {translate("more")}
          </Button>
        </p>
      </>
    );
  }
  const pages = Math.ceil(total / TEXT_PAGE);
  return (
    <>
      {page === 0 || total <= text.length ? (
        <CodeBlock
          code={text.slice(page * TEXT_PAGE, (page + 1) * TEXT_PAGE)}
          wrap
          className="max-h-120 overflow-y-auto"
        />
      ) : (
        <Page sequence={sequence} field={field} offset={page * TEXT_PAGE} />
      )}
      <PageTurner page={page} pages={pages} onTurn={setPage} />
    </>
  );
}

function Page({
  sequence,
  field,
  offset,
}: Pick<LargeTextProps, "sequence" | "field"> & { readonly offset: number }): ReactElement {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const page = useQuery(
    api.traces.text.queryOptions(
      { workspace, id: traceId, sequence, field, offset },
      { staleTime: Infinity },
    ),
  );
  return (
    <Loaded query={page} rows={4}>
      {(loaded) => <CodeBlock code={loaded.text} wrap className="max-h-120 overflow-y-auto" />}
    </Loaded>
  );
}
