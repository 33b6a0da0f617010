"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { findLines } from "./find-lines.ts";

/** The maximum number of lines to render. Search matches beyond it are still counted. */
const MAX_LINES = 2_000;
/** The maximum length of a rendered line, in characters. Copying is not truncated. */
const MAX_LINE_CHARACTERS = 4_000;

/** The stored value as JSON, with search and copy. */
export function RawTab({ value }: { readonly value: unknown }): ReactElement {
  const translate = useTranslations("inspector.raw");
  const [search, setSearch] = useState("");
  const text = JSON.stringify(value, null, 2);
  const lines = text.split("\n");
  const matches = findLines(text, search);
  const hits = new Set(matches);
  return (
    <div className="flex min-h-full flex-col">
      <div className="sticky top-0 z-1 flex items-center gap-2 border-b border-line bg-page px-4 py-2">
        <Input
          type="search"
          value={search}
          aria-label={translate("search")}
          placeholder={translate("search")}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
          className="min-w-0 flex-1"
        />
        <span role="status" className="flex-none text-11 text-ink-3">
          {search.trim() === "" ? "" : translate("found", { count: matches.length })}
        </span>
        <CopyButton text={text} label={translate("copy")} size="normal" />
      </div>
      <pre tabIndex={0} className="flex-1 overflow-x-auto py-2 font-mono text-11 leading-5 -outline-offset-2">
        {lines.slice(0, MAX_LINES).map((line, index) => (
          <span
            key={index}
            className={classNames(
              "block min-w-full px-4 [overflow-wrap:anywhere] whitespace-pre-wrap",
              hits.has(index) && "bg-accent-soft",
            )}
          >
            {line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)} …` : line}
          </span>
        ))}
      </pre>
      {lines.length > MAX_LINES && (
        <p className="px-4 py-2 text-12 text-ink-2">
          {translate("more", { count: lines.length - MAX_LINES })}
        </p>
      )}
    </div>
  );
}
