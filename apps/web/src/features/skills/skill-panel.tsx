"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { NEW_SKILL, proposalIn, skillDraftKey } from "./skill-address.ts";
import { SkillDetail } from "./skill-detail.tsx";
import { SkillEditor } from "./skill-editor.tsx";
import { SkillProposal } from "./skill-proposal.tsx";
import { useSkillAddress } from "./use-skill-address.ts";

type SkillPanelProps = { readonly workspace: string; readonly canEdit: boolean };

/** The skill of the address: to read, to edit, or a new one, perhaps from another's text. */
export function SkillPanel({ workspace, canEdit }: SkillPanelProps): ReactElement {
  const translate = useTranslations("skills");
  const { skill: id, from, go } = useSkillAddress();
  const api = useTRPC();
  const isNew = id === NEW_SKILL;
  const proposal = proposalIn(id);
  const shown = isNew ? from : proposal === null ? id : null;
  const detail = useQuery(
    api.skills.get.queryOptions({ workspace, id: shown ?? "" }, { enabled: shown !== null }),
  );
  if (id === null) return <p className="p-6 text-ink-2 phone:hidden">{translate("choose")}</p>;
  if (proposal !== null)
    return <SkillProposal key={proposal} workspace={workspace} id={proposal} canEdit={canEdit} />;
  const close = (next: string | null): void => {
    go({ skill: next });
  };
  if (isNew && from === null)
    return (
      <SkillEditor
        workspace={workspace}
        draftKey={skillDraftKey(workspace, NEW_SKILL)}
        start={{ source: translate("template"), version: 0 }}
        onClose={close}
      />
    );
  if (detail.isPending) return <SkeletonRows rows={6} rowHeight={28} className="px-6" />;
  if (detail.isError) return <LoadFailed query={detail} title={translate("detailFailed")} />;
  const { skill } = detail.data;
  if (isNew)
    return (
      <SkillEditor
        key={from}
        workspace={workspace}
        draftKey={skillDraftKey(workspace, NEW_SKILL, from)}
        start={{ source: detail.data.copy.source, version: 0, isCore: skill.isCore }}
        onClose={(next) => {
          close(next ?? from);
        }}
      />
    );
  return (
    <SkillDetail
      key={id}
      workspace={workspace}
      detail={detail.data}
      canEdit={canEdit}
      onRetry={() => void detail.refetch()}
    />
  );
}
