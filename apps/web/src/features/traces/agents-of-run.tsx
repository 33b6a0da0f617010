"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { runsBelow, useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { AgentRow } from "../../ui/agents/agent-row.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

export type AgentsOfRunProps = { readonly workspace: string; readonly traceId: string };

/** The sub-agents of a run, as a row of the table below it. */
export function AgentsOfRun({ workspace, traceId }: AgentsOfRunProps): ReactElement {
  const translate = useTranslations("agents");
  const tree = useRunTree(workspace, traceId);
  return (
    <tr className="phone:block">
      <td colSpan={COLUMNS} className="border-b border-line bg-sunken px-4 py-1 phone:block">
        {tree === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ul aria-label={translate("label")} className="max-w-240 pl-56 phone:pl-0">
            {runsBelow(tree, traceId).map((run) => (
              <AgentRow
                key={run.id}
                workspace={workspace}
                run={run}
                runs={tree.runs}
                level={run.depth - 1}
                answer={null}
                unverified={0}
              />
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

/** Of the table. */
const COLUMNS = 12;
