"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { useActions } from "../../state/debugger-provider.tsx";
import { FoldedMessages } from "../compaction/folded-messages.tsx";
import { OriginalRow } from "../original.tsx";
import { IncrementalList } from "../incremental-list.tsx";
import type { ContextPart, ContextParts } from "../use-context-parts.ts";
import { ProjectLayers } from "./project-layers.tsx";

const FIRST = 6;

/** The parts that a request omits: folded, cleared, spilled and cut content, each with a link to its original, and tools without a whole definition. */
export function OmittedParts({ context }: { readonly context: ContextParts }): ReactElement {
  const translate = useTranslations("inspector.notSeen");
  const { folds, cleared, spilled, shortTools, namedTools } = context;
  const fold = folds.at(-1);
  const cut = context.layers.filter((layer) => layer.shownCharacters < layer.characters);
  const reduced = [
    { title: translate("shortTools", { count: shortTools.length }), names: shortTools },
    { title: translate("namedTools", { count: namedTools.length }), names: namedTools },
  ].filter(({ names }) => names.length > 0);
  const isEmpty = fold === undefined && cleared.length + spilled.length + cut.length + reduced.length === 0;
  return (
    <section className="border-t border-line px-4 py-3" aria-label={translate("title")}>
      <h3 className="mb-1 text-12 font-semibold">{translate("title")}</h3>
      {isEmpty && <p className="text-12 text-ink-2">{translate("nothing")}</p>}
      {fold && (
        <Group title={<FoldTitle folds={folds} />}>
          <FoldedMessages from={0} to={fold.toSequence} first={FIRST} />
        </Group>
      )}
      {cleared.length > 0 && (
        <Group title={translate("cleared", { count: cleared.length })}>
          <Parts parts={cleared} />
        </Group>
      )}
      {spilled.length > 0 && (
        <Group title={translate("spilled", { count: spilled.length })}>
          <Parts parts={spilled} />
        </Group>
      )}
      {cut.length > 0 && (
        <Group title={translate("cut", { count: cut.length })}>
          <ProjectLayers layers={cut} />
        </Group>
      )}
      {reduced.map(({ title, names }) => (
        <Group key={title} title={title}>
          <p className="font-mono text-11 [overflow-wrap:anywhere] text-ink-2">{names.join(", ")}</p>
        </Group>
      ))}
    </section>
  );
}

function Group({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="mt-1 mb-2">
      <h4 className="text-11 text-ink-3">{title}</h4>
      {children}
    </div>
  );
}

function FoldTitle({ folds }: { readonly folds: ContextParts["folds"] }): ReactElement {
  const translate = useTranslations("inspector.notSeen");
  const { selectSequence, changeView } = useActions();
  const count = folds.reduce((sum, fold) => sum + fold.messages, 0);
  const last = folds.at(-1);
  return (
    <>
      {translate("folded", { count, times: folds.length })}{" "}
      <button
        type="button"
        className="link phone:min-h-11"
        onClick={() => {
          selectSequence(last?.sequence ?? 0);
          changeView({ tab: "io" });
        }}
      >
        {translate("openCompaction", { sequence: last?.sequence ?? 0 })}
      </button>
    </>
  );
}

function Parts({ parts }: { readonly parts: readonly ContextPart[] }): ReactElement {
  const translate = useTranslations("inspector.context.part");
  const format = useFormat();
  return (
    <IncrementalList items={[...parts].reverse()} first={FIRST}>
      {(part) => (
        <OriginalRow
          key={part.sequence}
          sequence={part.sequence}
          aside={
            part.state.kind === "whole"
              ? undefined
              : translate(part.state.kind, { characters: format.count(part.state.characters) })
          }
        >
          <code className="font-mono text-11 text-ink-3">{part.toolName}</code> {part.description}
        </OriginalRow>
      )}
    </IncrementalList>
  );
}
