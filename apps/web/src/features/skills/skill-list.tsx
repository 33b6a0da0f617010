"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { BookOpen, Pin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { groupSkills } from "./group-skills.ts";
import type { ListedSkill } from "./skill-types.ts";

type SkillListProps = {
  readonly list: UseQueryResult<RouterOutputs["skills"]["list"], unknown>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
};

/** The skills by layer, the strongest first: name, what it replaces, and how often runs loaded it. */
export function SkillList({ list, selected, onSelect }: SkillListProps): ReactElement {
  const translate = useTranslations("skills");
  const [words, setWords] = useState("");
  if (list.isPending) return <SkeletonRows rows={8} rowHeight={28} className="px-4" />;
  if (list.isError)
    return (
      <LoadFailed
        error={list.error}
        title={translate("listFailed")}
        retryLabel={translate("retry")}
        onRetry={() => void list.refetch()}
      />
    );
  const { items } = list.data;
  const groups = groupSkills(items, words);
  const label = translate("search", { count: items.length });
  return (
    <>
      <div className="flex-none border-b border-line px-4 py-2">
        <Field label={label} labelHidden>
          {(control) => (
            <Input
              {...control}
              type="search"
              placeholder={label}
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
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

type SkillRowProps = { readonly skill: ListedSkill; readonly isShown: boolean; readonly onOpen: () => void };

function SkillRow({ skill, isShown, onOpen }: SkillRowProps): ReactElement {
  const translate = useTranslations("skills");
  const { name, isUsable, isCore, isReplaced, replaces, loads } = skill;
  return (
    <li>
      <button
        type="button"
        aria-current={isShown ? "true" : undefined}
        onClick={onOpen}
        className={classNames(
          "flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left -outline-offset-2 phone:min-h-11",
          isShown ? "bg-accent-soft" : "hover:bg-ink/4",
        )}
      >
        {isUsable ? (
          <Icon icon={isCore ? Pin : BookOpen} className="text-ink-2" />
        ) : (
          <StatusGlyph status="failed" decorative />
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
