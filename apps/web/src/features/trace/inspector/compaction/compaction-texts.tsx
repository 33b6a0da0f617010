"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { TEXT_PAGE } from "../../../../lib/text-page.ts";
import { useTRPC } from "../../../../lib/trpc.tsx";
import { Markdown } from "../../../../ui/markdown.tsx";
import { useRun } from "../../state/debugger-provider.tsx";
import { Disclosure } from "../../why/disclosure.tsx";
import { Loaded } from "../loaded.tsx";
import { TextPages } from "../text-pages.tsx";
import { StateText } from "./state-text.tsx";
import type { Compaction } from "./use-compaction.ts";

type Part = "summary" | "attachments" | "marker" | "archive";

/** The exact texts that replaced the history in the context: the summary, the state, and the location of the rest. */
export function CompactionTexts({ compaction }: { readonly compaction: Compaction }): ReactElement {
  const translate = useTranslations("inspector.compaction.text");
  const format = useFormat();
  const [open, setOpen] = useState<readonly Part[]>(["summary"]);
  const { headTokens, archiveBlob } = compaction.data;
  const parts: readonly Part[] = ["summary", "attachments", "marker"];
  const shown = archiveBlob === null ? parts : [...parts, "archive" as const];
  return (
    <>
      {shown.map((part) => (
        <Disclosure
          key={part}
          label={translate(part)}
          aside={
            part === "archive"
              ? translate("notShown")
              : translate("tokens", { tokens: format.count(headTokens[part]) })
          }
          open={open.includes(part)}
          onToggle={(next) => {
            setOpen(next ? [...open, part] : open.filter((openPart) => openPart !== part));
          }}
        >
          <div className="px-4 pb-3">
            <PartText sequence={compaction.sequence} part={part} />
          </div>
        </Disclosure>
      ))}
    </>
  );
}

function PartText({ sequence, part }: { readonly sequence: number; readonly part: Part }): ReactElement {
  const translate = useTranslations("inspector.compaction.text");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const [page, setPage] = useState(0);
  const text = useQuery(
    api.traceInspect.compactionText.queryOptions(
      { workspace, id: traceId, sequence, part, offset: page * TEXT_PAGE },
      { staleTime: Infinity, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Loaded query={text} rows={6}>
      {(loaded) => {
        if (loaded.total === 0) return <p className="text-12 text-ink-2">{translate("empty")}</p>;
        const whole = loaded.total <= TEXT_PAGE;
        if (part === "summary" && whole) return <Markdown text={withoutTags(loaded.text)} size="interface" />;
        if (part === "attachments" && whole) return <StateText text={loaded.text} />;
        return <TextPages loaded={loaded} page={page} onPage={setPage} />;
      }}
    </Loaded>
  );
}

/** Removes the tags around a summary, which are meant for the model. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?summary>/gu, "").trim();
}
