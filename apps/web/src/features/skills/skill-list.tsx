"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { BookOpen, Pin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListSearch } from "../../ui/list-search.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { groupSkills } from "./group-skills.ts";
import { proposalAddress, skillDraftKey } from "./skill-address.ts";
import type { ListedSkill } from "./skill-types.ts";

type SkillListProps = {
  readonly workspace: string;
  readonly list: UseQueryResult<RouterOutputs["skills"]["list"], unknown>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
};

/** The skills by layer, strongest first: name, what it replaces, and how often runs loaded it. */
export function SkillList({ workspace, list, selected, onSelect }: SkillListProps): ReactElement {
  const translate = useTranslations("skills");
  const [words, setWords] = useState("");
  if (list.isPending) return <SkeletonRows rows={8} rowHeight={28} className="px-4" />;
  if (list.isError) return <LoadFailed query={list} title={translate("listFailed")} />;
  const { items, proposals } = list.data;
  const groups = groupSkills(items, words);
  return (
    <>
      <ListSearch label={translate("search", { count: items.length })} words={words} onChange={setWords} />
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <ProposalRows proposals={proposals} selected={selected} onSelect={onSelect} />
        {groups.length === 0 && <p className="p-2 text-ink-2">{translate("noneFound")}</p>}
        {groups.map(({ key, layer, folder, skills }) => (
          <section key={key} aria-labelledby={`skills-${key}`} className="mb-3">
            <h2 id={`skills-${key}`} className="flex px-2 py-1 text-11 text-ink-2">
              <span className="min-w-0 flex-1 truncate">
                {layer === "project"
                  ? translate("group.project", { folder: folder ?? "" })
                  : translate(`group.${layer}`)}
              </span>
              <span>{translate("uses")}</span>
            </h2>
            <ul>
              {skills.map((skill) => (
                <SkillRow
                  key={skill.id}
                  workspace={workspace}
                  skill={skill}
                  isShown={skill.id === selected}
                  onOpen={() => {
                    onSelect(skill.id);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

type ProposalRowsProps = Pick<SkillListProps, "selected" | "onSelect"> & {
  readonly proposals: RouterOutputs["skills"]["list"]["proposals"];
};

/** The skills that agents wrote and that wait for an admin. */
function ProposalRows({ proposals, selected, onSelect }: ProposalRowsProps): ReactElement | null {
  const translate = useTranslations("skills.review");
  if (proposals.length === 0) return null;
  return (
    <section aria-labelledby="skills-waiting" className="mb-3">
      <h2 id="skills-waiting" className="px-2 py-1 text-11 text-ink-2">
        {translate("group", { count: proposals.length })}
      </h2>
      <ul>
        {proposals.map(({ id, name, reason }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={proposalAddress(id) === selected ? "true" : undefined}
              onClick={() => {
                onSelect(proposalAddress(id));
              }}
              className={classNames(
                "flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left -outline-offset-2 phone:min-h-11",
                proposalAddress(id) === selected ? "bg-accent-soft phone:bg-transparent" : "hover:bg-ink/4",
              )}
            >
              <StatusGlyph status="waiting" decorative />
              <span title={name} className="min-w-0 flex-1 truncate font-mono text-12">
                {name}
              </span>
              <span className="flex-none text-12 text-ink-2">{translate(`short.${reason}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SkillRowProps = {
  readonly workspace: string;
  readonly skill: ListedSkill;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

function SkillRow({ workspace, skill, isShown, onOpen }: SkillRowProps): ReactElement {
  const translate = useTranslations("skills");
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(skillDraftKey(workspace, skill.id));
  const { name, isUsable, isCore, isReplaced, replaces, loads } = skill;
  return (
    <li>
      <button
        type="button"
        aria-current={isShown ? "true" : undefined}
        onClick={onOpen}
        className={classNames(
          "flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left -outline-offset-2 phone:min-h-11",
          isShown ? "bg-accent-soft phone:bg-transparent" : "hover:bg-ink/4",
        )}
      >
        {isUsable ? (
          <Icon icon={isCore ? Pin : BookOpen} className="text-ink-2" />
        ) : (
          <StatusGlyph status="failed" size={16} decorative />
        )}
        <span
          title={name}
          className={classNames(
            "min-w-0 flex-1 truncate font-mono text-12",
            isReplaced && "text-ink-2 line-through",
          )}
        >
          {name}
        </span>
        {draft !== null && <span className="flex-none text-12 text-warn">{common("unsaved")}</span>}
        {!isUsable && <span className="flex-none text-12 text-error">{translate("notOffered")}</span>}
        {isReplaced && <span className="flex-none text-12 text-ink-2">{translate("replaced")}</span>}
        {replaces !== null && (
          <span className="flex-none text-12 text-ink-2">{translate(`replaces.${replaces}`)}</span>
        )}
        {isUsable && !isReplaced && (
          <span
            title={translate("loads", { count: loads })}
            className="w-8 flex-none text-right text-12 text-ink-2"
          >
            {loads}
          </span>
        )}
      </button>
    </li>
  );
}
