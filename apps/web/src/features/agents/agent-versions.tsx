"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { ChangedLineList } from "../../ui/changed-line-list.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import type { AgentDetailData, AgentVersionData } from "./agent-type.ts";
import { changedFields } from "./changed-fields.ts";
import { useAgentChanges } from "./use-agent-changes.ts";

type AgentVersionsProps = { readonly workspace: string; readonly agent: AgentDetailData };

/** The versions of an agent's definition in the workspace: who changed what and when, and a button to restore each. */
export function AgentVersions({ workspace, agent }: AgentVersionsProps): ReactElement {
  const translate = useTranslations("definitions");
  const api = useTRPC();
  const { name, version: newest, editable } = agent;
  const versions = useQuery(api.agents.versions.queryOptions({ workspace, name }));
  const { restore } = useAgentChanges();
  if (versions.isPending) return <SkeletonRows rows={3} rowHeight={28} />;
  if (versions.isError) {
    return <LoadFailed query={versions} title={translate("versionsFailed")} />;
  }
  return (
    <section aria-label={translate("versions")} className="flex flex-col gap-4 border-t border-line pt-4">
      <h3 className="font-semibold">{translate("versions")}</h3>
      {restore.isError && <FailureNote error={restore.error} />}
      <ol className="flex flex-col gap-4">
        {versions.data.map((version, index) => (
          <li key={version.version} className="flex flex-col gap-1">
            <VersionTitle version={version}>
              {editable && version.version !== newest && version.fields !== null && (
                <Button
                  variant="ghost"
                  disabled={restore.isPending}
                  onClick={() => {
                    restore.mutate({ workspace, name, over: newest, version: version.version });
                  }}
                >
                  {translate("restore", { version: version.version })}
                </Button>
              )}
            </VersionTitle>
            <ChangedLineList
              lines={changedFields(versions.data[index + 1]?.fields ?? null, version.fields, (field) =>
                translate(`field.${field}`),
              )}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function VersionTitle({
  version: { version, personName, savedAt, restoredFrom, fields },
  children,
}: {
  readonly version: AgentVersionData;
  readonly children: React.ReactNode;
}): ReactElement {
  const translate = useTranslations("definitions");
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-2">
      <span>{translate("version", { version })}</span>
      <span className="text-12 text-ink-2">
        {personName === "" ? translate("unknownPerson") : personName} <Time at={savedAt} />
      </span>
      {restoredFrom !== null && (
        <span className="text-12 text-ink-2">{translate("restoredFrom", { version: restoredFrom })}</span>
      )}
      {fields === null && <span className="text-12 text-ink-2">{translate("removedVersion")}</span>}
      <span className="ml-auto">{children}</span>
    </div>
  );
}
