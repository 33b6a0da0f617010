"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListSearch } from "../../ui/list-search.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toolIcon } from "../../ui/tool-icon.ts";
import { SandboxBadge, type SandboxReport } from "./sandbox-badge.tsx";
import { type ListedTool, TOOL_GROUPS, toolGroup } from "./tool-type.ts";

export type ToolListProps = {
  readonly workspace: string;
  readonly list: UseQueryResult<RouterOutputs["tools"]["list"], unknown>;
  readonly sandbox: SandboxReport | undefined;
  readonly selected: string | null;
  readonly onSelect: (name: string) => void;
};

/** The tools by purpose: name, rights, and how often runs called them. */
export function ToolList({ workspace, list, sandbox, selected, onSelect }: ToolListProps): ReactElement {
  const translate = useTranslations("tools");
  const [words, setWords] = useState("");
  if (list.isPending) return <SkeletonRows rows={12} rowHeight={28} className="px-4" />;
  if (list.isError) return <LoadFailed query={list} title={translate("listFailed")} />;
  const wanted = words.trim().toLowerCase();
  const { items } = list.data;
  const found = items.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <ListSearch label={translate("search", { count: items.length })} words={words} onChange={setWords} />
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <Link
          href={`${workspaceHref(workspace)}/settings/mcp`}
          className="mb-3 flex min-h-7 items-center gap-2 rounded-md px-2 text-ink-2 hover:bg-ink/4 phone:min-h-11"
        >
          <Icon icon={Plug} />
          {translate("servers")}
        </Link>
        {found.length === 0 && <p className="p-2 text-ink-2">{translate("noneFound")}</p>}
        {TOOL_GROUPS.map((group) => {
          const tools = found.filter(({ name }) => toolGroup(name) === group);
          if (tools.length === 0) return null;
          const isByName = tools.every((tool) => tool.isByName);
          return (
            <section key={group} aria-labelledby={`tools-${group}`} className="mb-3">
              <h2 id={`tools-${group}`} className="flex items-center gap-2 px-2 py-1 text-11 text-ink-2">
                <span className="min-w-0 flex-1 truncate">{translate(`group.${group}`)}</span>
                {isByName && <ByName />}
                <span>{translate("calls")}</span>
              </h2>
              <ul>
                {tools.map((tool) => (
                  <li key={tool.name}>
                    <ToolRow
                      tool={tool}
                      sandbox={group === "execution" ? sandbox : undefined}
                      hasMark={!isByName}
                      isShown={tool.name === selected}
                      onOpen={() => {
                        onSelect(tool.name);
                      }}
                    />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
}

type ToolRowProps = {
  readonly tool: ListedTool;
  readonly sandbox: SandboxReport | undefined;
  /** Whether it shows that it is only for agents that name it; false where its whole group does. */
  readonly hasMark: boolean;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

/** The mark of tools that only agents that name them have. */
function ByName(): ReactElement {
  const translate = useTranslations("tools");
  return (
    <span title={translate("hint.byName")} className="flex-none">
      <Badge>{translate("byName")}</Badge>
    </span>
  );
}

function ToolRow({ tool, sandbox, hasMark, isShown, onOpen }: ToolRowProps): ReactElement {
  const translate = useTranslations("tools");
  const { name, effect, isByName, use } = tool;
  return (
    <button
      type="button"
      aria-current={isShown ? "true" : undefined}
      onClick={onOpen}
      className={classNames(
        "flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left -outline-offset-2 phone:min-h-11",
        isShown ? "bg-accent-soft phone:bg-transparent" : "hover:bg-ink/4",
      )}
    >
      <Icon icon={toolIcon(name)} className="text-ink-2" />
      <span title={name} className="min-w-0 flex-1 truncate font-mono text-12">
        {name}
      </span>
      {sandbox !== undefined && <SandboxBadge report={sandbox} />}
      {isByName && hasMark && <ByName />}
      {!isByName && effect !== "allow" && (
        <Badge tone={effect === "deny" ? "error" : "wait"}>{translate(`effect.${effect}`)}</Badge>
      )}
      <span
        title={translate("use.summary", { calls: use?.calls ?? 0, failed: use?.failed ?? 0 })}
        className={classNames(
          "w-10 flex-none text-right text-12",
          use === null ? "text-ink-3" : "text-ink-2",
        )}
      >
        {use?.calls ?? 0}
      </span>
    </button>
  );
}
