"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { useActions, useRun } from "../state/debugger-provider.tsx";
import { Loaded } from "./loaded.tsx";
import { TextPages } from "./text-pages.tsx";

/** A line for a message that is partly or fully missing from a request. Expands to the full text. */
export function OriginalRow({
  sequence,
  children,
  aside,
}: {
  readonly sequence: number;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}): ReactElement {
  const translate = useTranslations("inspector.original");
  const { selectSequence } = useActions();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="flex min-h-7 items-center gap-2 text-12 phone:min-h-11">
        <button
          type="button"
          aria-label={translate("select", { sequence })}
          className="link min-w-9 flex-none text-left text-11 phone:min-h-11"
          onClick={() => {
            selectSequence(sequence);
          }}
        >
          {`#${sequence}`}
        </button>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{children}</span>
          {aside !== undefined && <span className="block truncate text-11 text-ink-3">{aside}</span>}
        </span>
        <Button
          variant="ghost"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {translate(open ? "hide" : "show")}
          <span className="sr-only">{` #${sequence}`}</span>
        </Button>
      </div>
      {open && (
        <div className="mb-2 border-l-2 border-line pl-2">
          <OriginalText sequence={sequence} />
        </div>
      )}
    </li>
  );
}

/** The full text of a message, from the log or the blob store, loaded when shown. */
export function OriginalText({ sequence }: { readonly sequence: number }): ReactElement {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const [page, setPage] = useState(0);
  const text = useQuery(
    api.traceInspect.original.queryOptions(
      { workspace, id: traceId, sequence, offset: page * TEXT_PAGE },
      { staleTime: Infinity, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Loaded query={text} rows={4}>
      {(loaded) => <TextPages loaded={loaded} page={page} onPage={setPage} />}
    </Loaded>
  );
}
