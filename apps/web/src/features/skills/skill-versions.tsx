"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { changedLines } from "../../ui/changed-lines.ts";
import type { SkillDetailData } from "./skill-types.ts";
import { SkillWriter } from "./skill-writer.tsx";
import { useSkillAddress } from "./use-skill-address.ts";
import { useSkillChanges } from "./use-skill-changes.ts";

type SkillVersionsProps = {
  readonly workspace: string;
  readonly detail: SkillDetailData;
  readonly canEdit: boolean;
};

/** The versions of a skill, newest first, each with its changes and a button to restore it; and the removal of the skill. */
export function SkillVersions({ workspace, detail, canEdit }: SkillVersionsProps): ReactElement {
  const translate = useTranslations("skills");
  const toast = useToast();
  const { go } = useSkillAddress();
  const { save, remove } = useSkillChanges();
  const [isAsking, setAsking] = useState(false);
  const { skill, versions, people } = detail;
  const failed = [save, remove].find((change) => change.isError);
  return (
    <div className="flex max-w-190 flex-col gap-3 px-6 py-4">
      {failed !== undefined && <FailureNote error={failed.error} />}
      <ol className="flex flex-col">
        {versions.map(({ version, source, personId, savedAt, writer, writtenIn }, index) => (
          <li key={version} className="flex flex-col gap-2 border-b border-line py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{translate("version", { version })}</span>
              <span className="text-12 text-ink-2">{people[personId] ?? translate("unknownPerson")}</span>
              <Time at={savedAt} className="ml-auto text-12 text-ink-2" />
              {canEdit && index > 0 && (
                <Button
                  variant="ghost"
                  disabled={save.isPending}
                  onClick={() => {
                    save.mutate({ workspace, source, version: skill.version ?? 0, isCore: skill.isCore });
                  }}
                >
                  {translate("restore")}
                </Button>
              )}
            </div>
            {writer !== null && (
              <SkillWriter workspace={workspace} agent={writer.agent} writtenIn={writtenIn} />
            )}
            <Changes before={versions[index + 1]?.source ?? null} after={source} />
          </li>
        ))}
      </ol>
      {canEdit && (
        <div>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(true);
            }}
          >
            {translate("remove")}
          </Button>
          {isAsking && (
            <ConfirmDialog
              title={translate("removeTitle", { name: skill.name })}
              confirmLabel={translate("remove")}
              canConfirm
              onClose={() => {
                setAsking(false);
              }}
              onConfirm={() => {
                setAsking(false);
                remove.mutate(
                  { workspace, name: skill.name },
                  {
                    onSuccess: () => {
                      toast({ text: translate("removed") });
                      go({ skill: null });
                    },
                  },
                );
              }}
            >
              {translate("removeText")}
            </ConfirmDialog>
          )}
        </div>
      )}
    </div>
  );
}

function Changes({
  before,
  after,
}: {
  readonly before: string | null;
  readonly after: string;
}): ReactElement | null {
  if (before === null) return null;
  return (
    <ul className="overflow-hidden rounded-md font-mono text-12">
      {changedLines(before, after).map(({ kind, text }, index) => (
        <li
          key={index}
          className={`px-3 py-0.5 [overflow-wrap:anywhere] ${kind === "removed" ? "bg-error-soft" : "bg-ok-soft"}`}
        >
          {`${kind === "removed" ? "−" : "+"} ${text}`}
        </li>
      ))}
    </ul>
  );
}
