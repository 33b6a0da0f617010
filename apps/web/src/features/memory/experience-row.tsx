"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ExperienceBound, formatBound } from "./experience-bound.tsx";
import type { ListedExperience } from "./experience-filter.ts";
import { memoryDraftKey } from "./memory-address.ts";
import { useExperienceChanges } from "./use-experience-changes.ts";

type ExperienceRowProps = {
  readonly workspace: string;
  readonly item: ListedExperience;
  readonly isShown: boolean;
  /** Whether an experience is open beside the list, which leaves less room. */
  readonly isNarrow: boolean;
  readonly onOpen: () => void;
};

/** The columns of the list: what, for whom, source, figures, interval, bound, state. */
export function experienceColumns(isNarrow: boolean): string {
  return isNarrow
    ? "grid-cols-[minmax(0,1fr)_5rem_2.5rem_11rem] phone:grid-cols-[minmax(0,1fr)_auto]"
    : "grid-cols-[minmax(0,1fr)_8rem_6rem_5rem_13rem_2.5rem_12rem] max-[1100px]:grid-cols-[minmax(0,1fr)_5rem_2.5rem_12rem] phone:grid-cols-[minmax(0,1fr)_auto]";
}

/** Classes of a column that only wide lists have. */
export function wideOnly(isNarrow: boolean): string {
  return isNarrow ? "hidden" : "max-[1100px]:hidden";
}

/** One experience: when to do what, its outcomes, and the decisions that a person may make. */
export function ExperienceRow({
  workspace,
  item,
  isShown,
  isNarrow,
  onOpen,
}: ExperienceRowProps): ReactElement {
  const translate = useTranslations("experiences");
  const { condition, rule, source, worked, trials, low, state } = item;
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(memoryDraftKey(workspace, "experience", item.id));
  const wide = wideOnly(isNarrow);
  const isQuiet = state === "retired" || state === "rejected";
  return (
    <li
      className={classNames(
        "grid items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1 phone:py-2",
        experienceColumns(isNarrow),
        isShown ? "bg-accent-soft" : "hover:bg-ink/4",
      )}
    >
      <button
        type="button"
        aria-current={isShown ? "true" : undefined}
        className="min-w-0 text-left phone:col-span-2 phone:min-h-11"
        onClick={onOpen}
      >
        <span title={condition} className={classNames("block truncate", isQuiet && "text-ink-2")}>
          {translate("when", { condition })}
        </span>
        <span title={rule} className="block truncate text-ink-2 phone:whitespace-normal">
          {draft !== null && <span className="mr-2 text-12 text-warn">{common("unsaved")}</span>}
          {translate("then", { rule })}
        </span>
      </button>
      <span className={classNames("truncate text-ink-2", wide)}>{useScope(item)}</span>
      <span className={classNames("text-ink-2", wide)}>{translate(`source.${source}`)}</span>
      <span className="text-right phone:text-left phone:text-12">
        {translate.rich("worked", {
          worked,
          trials,
          quiet: (text) => <span className="text-ink-2">{text}</span>,
        })}
      </span>
      <span className={wide}>
        <ExperienceBound item={item} />
      </span>
      <span className="text-right font-semibold phone:hidden">{formatBound(low)}</span>
      <ExperienceState workspace={workspace} item={item} />
    </li>
  );
}

/** Names the runs that find an experience. */
export function useScope({ audience, agent, person }: ListedExperience): string {
  const translate = useTranslations("experiences.audience");
  switch (audience) {
    case "workspace":
      return translate("workspace");
    case "agent":
      return translate("ofAgent", { agent: agent ?? "" });
    case "person":
      return translate("ofPerson", { person });
  }
}

/** The state of an experience, with the decision that it waits for. */
function ExperienceState({ workspace, item }: Pick<ExperienceRowProps, "workspace" | "item">): ReactElement {
  const translate = useTranslations("experiences");
  const format = useFormat();
  const { decide } = useExperienceChanges();
  const { id, state, standing, changedAt, isStable } = item;
  if (state === "candidate") {
    const decideFor = (next: "approved" | "rejected") => () => {
      decide.mutate({ workspace, id, state: next });
    };
    return (
      <span className="flex flex-wrap items-center gap-1">
        <Button disabled={decide.isPending} onClick={decideFor("approved")}>
          {translate("approve")}
        </Button>
        <Button variant="ghost" disabled={decide.isPending} onClick={decideFor("rejected")}>
          {translate("reject")}
        </Button>
        {decide.error && <FailureNote error={decide.error} />}
      </span>
    );
  }
  if (state !== "approved")
    return <span className="text-ink-2">{translate(`state.${state}`, { day: format.day(changedAt) })}</span>;
  return (
    <span>
      {translate(`standing.${standing ?? "trying"}`)}
      {isStable && <span className="ml-2 text-12 text-ink-2">{translate("mayBeSkill")}</span>}
    </span>
  );
}
