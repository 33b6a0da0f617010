"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { shortTask } from "@goaltrace/core/short-task";
import { Link } from "../../../ui/link.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { usePageTree } from "../state/use-page-tree.ts";

/** Links to the runs above a sub-agent, the root first. Agents of the same name show what distinguishes them, the beginning of their task. */
export function Ancestors(): ReactElement | null {
  const translate = useTranslations("agents");
  const { workspace } = useRun();
  const { rootId, parentId, own } = useLog(({ trace }) => ({
    ...{ rootId: trace.rootId, parentId: trace.parentId, own: trace.agent.name },
  }));
  const tree = usePageTree();
  if (parentId === null) return null;
  const byId = new Map(tree?.runs.map((run) => [run.id, run]));
  const above: { readonly id: string; readonly agent: string; readonly title: string }[] = [];
  for (let run = byId.get(parentId); run !== undefined; run = byId.get(run.parentId ?? ""))
    above.unshift(run);
  // The links are shown before the tree is known, so that the title does not move far.
  const names = [...above.map((run) => run.agent), own];
  const shown = above.length > 0 ? above : [{ id: rootId, agent: "…", title: "" }];
  return (
    <>
      {shown.map(({ id, agent, title }, depth) => (
        <span key={id} className="flex flex-none items-center gap-2">
          <Link
            href={traceHref(workspace, id)}
            aria-label={translate("open", { agent, title })}
            title={title}
            className="text-ink-2 hover:text-ink"
          >
            {agent}
            {depth > 0 && title !== "" && names.filter((name) => name === agent).length > 1 && (
              <span className="text-12 text-ink-3"> {shortTask(title)}</span>
            )}
          </Link>
          <span aria-hidden="true" className="text-ink-3">
            ›
          </span>
        </span>
      ))}
    </>
  );
}
