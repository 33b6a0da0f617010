"use client";
import type { RunEventPayloads } from "@goaltrace/core/log";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { Disclosure } from "../why/disclosure.tsx";
import { DiffView } from "./diff-view.tsx";
import { Section } from "./facts.tsx";
import { Loaded } from "./loaded.tsx";
import { TextPages } from "./text-pages.tsx";

type Merge = RunEventPayloads["child.merged"];

/** The result of merging a sub-agent's worktree: the diff, and its version of each path that was not merged. */
export function MergeView({
  sequence,
  data,
}: {
  readonly sequence: number;
  readonly data: Merge;
}): ReactElement {
  const translate = useTranslations("inspector.merge");
  const { agent, merged, files, unclear, unfinished, diffBlob } = data;
  const [open, setOpen] = useState<readonly string[]>([]);
  const row = (label: string, aside: string, file: number | null): ReactElement => (
    <Disclosure
      key={label}
      label={label}
      aside={aside}
      open={open.includes(label)}
      onToggle={(next) => {
        setOpen(next ? [...open, label] : open.filter((other) => other !== label));
      }}
    >
      <div className="px-4 pb-3">
        <MergeText sequence={sequence} file={file} />
      </div>
    </Disclosure>
  );
  return (
    <>
      <Section title={translate("title", { agent })}>
        <p className="text-12">
          {data.lost === true
            ? translate("lost")
            : translate(unfinished ? "unfinished" : "merged", { merged })}
        </p>
        {files.some(({ versionBlob }) => versionBlob === null) && (
          <ul className="mt-2 text-12 [overflow-wrap:anywhere]">
            {files.flatMap(({ path, outcome, versionBlob }) =>
              versionBlob === null
                ? [<li key={path}>{translate("withoutVersion", { path, outcome })}</li>]
                : [],
            )}
          </ul>
        )}
        {unclear.length > 0 && (
          <p className="mt-2 text-12 [overflow-wrap:anywhere]">
            {translate("unclear", { paths: unclear.join(", ") })}
          </p>
        )}
      </Section>
      {diffBlob !== null && row(translate("diff"), "", null)}
      {files.map(({ path, outcome, versionBlob }, index) =>
        versionBlob === null ? null : row(path, translate("outcome", { outcome }), index),
      )}
    </>
  );
}

function MergeText({
  sequence,
  file,
}: {
  readonly sequence: number;
  readonly file: number | null;
}): ReactElement {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const [page, setPage] = useState(0);
  const text = useQuery(
    api.traceInspect.mergeText.queryOptions(
      { workspace, id: traceId, sequence, file, offset: page * TEXT_PAGE },
      { staleTime: Infinity, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Loaded query={text} rows={6}>
      {(loaded) =>
        file === null && loaded.total <= TEXT_PAGE ? (
          <DiffView diff={loaded.text} />
        ) : (
          <TextPages loaded={loaded} page={page} onPage={setPage} />
        )
      }
    </Loaded>
  );
}
