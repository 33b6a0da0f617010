"use client";
import { Copy, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DownloadButton } from "./download-button.tsx";
import { NEW_SKILL, skillDraftKey } from "./skill-address.ts";
import type { SkillTab } from "./skill-address.ts";
import { SkillEditor } from "./skill-editor.tsx";
import { SkillProblems } from "./skill-problems.tsx";
import { SkillSeen } from "./skill-seen.tsx";
import { SkillSide } from "./skill-side.tsx";
import { SourceLines } from "./source-lines.tsx";
import { SkillVersions } from "./skill-versions.tsx";
import type { SkillDetailData } from "./skill-types.ts";
import { useSkillAddress } from "./use-skill-address.ts";

export type SkillDetailProps = {
  readonly workspace: string;
  readonly detail: SkillDetailData;
  readonly canEdit: boolean;
  /** Reloads the skill. */
  readonly onRetry: () => void;
};

/** One skill: its text, who gets it, how often it is used, and its versions. */
export function SkillDetail(props: SkillDetailProps): ReactElement {
  const translate = useTranslations("skills");
  const { tab, go } = useSkillAddress();
  const { workspace, detail, canEdit } = props;
  const { skill, versions, seen } = detail;
  const { isUsable, name, version } = skill;
  const isOwn = skill.layer === "workspace";
  const draftKey = skillDraftKey(workspace, skill.id);
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(draftKey);
  const parts = [
    { value: "skill" as const, label: translate("tabs.skill"), content: <Reading {...props} /> },
    ...(isOwn && canEdit && version !== null
      ? [
          {
            value: "edit" as const,
            label: translate("tabs.edit"),
            count: draft === null ? null : common("unsaved"),
            content: (
              <SkillEditor
                workspace={workspace}
                draftKey={draftKey}
                start={{
                  source: skill.source,
                  version,
                  name,
                  isCore: skill.isCore,
                  tokens: seen.loadedTokens,
                }}
                onClose={(id) => {
                  go({ skill: id ?? skill.id, tab: "skill" });
                }}
              />
            ),
          },
        ]
      : []),
    ...(isUsable
      ? [
          {
            value: "model" as const,
            label: translate("tabs.model"),
            content: <SkillSeen seen={seen} name={name} isCore={skill.isCore} />,
          },
        ]
      : []),
    ...(isOwn
      ? [
          {
            value: "history" as const,
            label: translate("tabs.history"),
            count: String(versions.length),
            content: <SkillVersions workspace={workspace} detail={detail} canEdit={canEdit} />,
          },
        ]
      : []),
  ];
  const shown: SkillTab = parts.some(({ value }) => value === tab) ? tab : "skill";
  return (
    <>
      <SkillHeader {...props} />
      <Tabs
        label={translate("tabs.label")}
        value={shown}
        onChange={(next) => {
          go({ tab: next });
        }}
        tabs={parts}
      />
    </>
  );
}

function SkillHeader({ workspace, detail, canEdit, onRetry }: SkillDetailProps): ReactElement {
  const { skill } = detail;
  const translate = useTranslations("skills");
  const state = skill.isUsable ? (skill.isReplaced ? "replaced" : "inEffect") : "refused";
  return (
    <header className="flex flex-none flex-col gap-2 px-6 py-4">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <h2 className="min-w-0 font-mono text-15 font-semibold [overflow-wrap:anywhere]">{skill.name}</h2>
        <Badge tone={state === "refused" ? "error" : state === "inEffect" ? "live" : "muted"}>
          {translate(`state.${state}`, { layer: translate(`layer.${skill.layer}`) })}
        </Badge>
        {skill.isCore && <Badge>{translate("core")}</Badge>}
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {skill.layer === "project" && (
            <Button icon={RefreshCw} onClick={onRetry}>
              {translate("readAgain")}
            </Button>
          )}
          {skill.source !== "" && <DownloadButton workspace={workspace} id={skill.id} />}
          {skill.isUsable && <CopyButton detail={detail} canEdit={canEdit} />}
        </span>
      </div>
      {skill.description !== "" && (
        <p className="max-w-170 text-ink-2 [overflow-wrap:anywhere]">{skill.description}</p>
      )}
    </header>
  );
}

/** Starts a skill of the workspace with the text of a skill in another layer. */
function CopyButton({
  detail: { skill, copy },
  canEdit,
}: Pick<SkillDetailProps, "canEdit" | "detail">): ReactElement | null {
  const translate = useTranslations("skills");
  const { go } = useSkillAddress();
  if (skill.layer === "workspace" || !canEdit || skill.source === "") return null;
  return (
    <Button
      icon={Copy}
      variant={skill.isUsable ? "plain" : "primary"}
      onClick={() => {
        go({ skill: NEW_SKILL, from: skill.id });
      }}
    >
      {copy.name === skill.name ? translate("copy") : translate("copyAs", { name: copy.name })}
    </Button>
  );
}

function Reading(props: SkillDetailProps): ReactElement {
  const translate = useTranslations("skills");
  const { skill } = props.detail;
  return (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)_288px] max-[1280px]:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-4 px-6 py-5">
        {!skill.isUsable && <Note tone="error">{translate("refusedText")}</Note>}
        {skill.problems.length > 0 && <SkillProblems problems={skill.problems} />}
        {skill.isUsable ? (
          <Markdown text={skill.body} size="interface" className="max-w-170" />
        ) : (
          skill.source !== "" && (
            <section className="flex flex-col gap-2">
              <h3 className="font-semibold [overflow-wrap:anywhere]">
                {translate("foundIn", { path: `${skill.path ?? ""}/SKILL.md` })}
              </h3>
              <SourceLines source={skill.source} problems={skill.problems} />
            </section>
          )
        )}
        {skill.layer === "project" && <p className="text-12 text-ink-2">{translate("projectNote")}</p>}
        {!skill.isUsable && (
          <div>
            <CopyButton detail={props.detail} canEdit={props.canEdit} />
          </div>
        )}
      </div>
      {skill.isUsable && <SkillSide {...props} />}
    </div>
  );
}
