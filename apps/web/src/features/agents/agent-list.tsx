"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Bot, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { AgentList as Agents } from "./agent-type.ts";

type AgentListProps = {
  readonly list: UseQueryResult<Agents, unknown>;
  readonly selected: string | null;
  readonly onSelect: (name: string) => void;
};

/** The agents with the highest place that defines each, and below them the problems with files of the project folder. */
export function AgentList({ list, selected, onSelect }: AgentListProps): ReactElement {
  const translate = useTranslations("definitions");
  if (list.isPending) return <SkeletonRows rows={4} rowHeight={54} className="px-4" />;
  if (list.isError) {
    return <LoadFailed query={list} title={translate("listFailed")} />;
  }
  const { items, warnings, editable } = list.data;
  const isOnlyBuiltIn = items.every(({ layers }) => layers.at(-1) === "built_in");
  return (
    <>
      <ul aria-label={translate("title")}>
        {items.map(({ name, description, layers, problem }) => (
          <ListRow
            key={name}
            isShown={name === selected}
            onOpen={() => {
              onSelect(name);
            }}
            className="grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 py-2"
          >
            <Icon
              icon={problem === null ? Bot : CircleX}
              className={classNames("mt-0.5", problem === null ? "text-ink-3" : "text-error")}
            />
            <span className={classNames("truncate", name === selected && "font-semibold")}>{name}</span>
            <span className="text-12 text-ink-2">{translate(`layer.${layers.at(-1) ?? "built_in"}`)}</span>
            <span className="col-start-2 col-end-4 truncate text-12 text-ink-2" title={description}>
              {problem === null ? description : translate("unusable")}
            </span>
          </ListRow>
        ))}
      </ul>
      {isOnlyBuiltIn && warnings.length === 0 && (
        <EmptyState className="p-4" title={translate("empty")}>
          {translate(editable ? "emptyText" : "emptyTextMember")}
        </EmptyState>
      )}
      {warnings.length > 0 && (
        <section aria-label={translate("warnings")} className="flex flex-col gap-2 p-4">
          <h2 className="font-semibold">{translate("warnings")}</h2>
          {warnings.map(({ file, message, fix }) => (
            <Note key={`${file} ${message}`} tone="warn">
              <code className="font-mono text-12 [overflow-wrap:anywhere]">{file}</code>
              <br />
              {`${message} ${fix}`}
            </Note>
          ))}
        </section>
      )}
    </>
  );
}
