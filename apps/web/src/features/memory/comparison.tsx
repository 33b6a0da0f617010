"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useExperienceChanges } from "./use-experience-changes.ts";

type ComparisonProps = { readonly workspace: string; readonly list: RouterOutputs["experiences"]["list"] };

/** The effect of experiences, measured by runs without them, and the agents that take part. */
export function Comparison({ workspace, list }: ComparisonProps): ReactElement {
  const translate = useTranslations("experiences.comparison");
  return (
    <div className="flex min-w-0 items-center gap-3 phone:w-full phone:flex-wrap">
      <p className="min-w-0 text-12 text-ink-2">
        <Finding list={list} />
      </p>
      <Popover label={translate("title")} trigger={<Button variant="ghost">{translate("open")}</Button>}>
        <Options workspace={workspace} list={list} />
      </Popover>
    </div>
  );
}

function Finding({ list: { arms, uplift, compared } }: Pick<ComparisonProps, "list">): ReactElement {
  const translate = useTranslations("experiences.comparison");
  const format = useFormat();
  const given = arms.with;
  const { without } = arms;
  if (uplift === null)
    return (
      <>{translate(compared.length === 0 ? "off" : "collecting", { count: given.trials + without.trials })}</>
    );
  const points = (share: number): string => {
    const rounded = Math.round(share * 100);
    return rounded > 0 ? `+${format.count(rounded)}` : rounded < 0 ? `−${format.count(-rounded)}` : "0";
  };
  return (
    <>
      {translate("result", {
        with: format.share(given.worked / given.trials),
        withWorked: given.worked,
        withTrials: given.trials,
        without: format.share(without.worked / without.trials),
        withoutWorked: without.worked,
        withoutTrials: without.trials,
        difference: points(uplift.difference),
        low: points(uplift.low),
        high: points(uplift.high),
      })}
    </>
  );
}

/** The agents that take part, and whether candidates need a person. */
function Options({ workspace, list: { compared, confirmsAlone } }: ComparisonProps): ReactElement {
  const translate = useTranslations("experiences.comparison");
  const api = useTRPC();
  const agents = useQuery(api.agents.list.queryOptions({ workspace, folderId: null }));
  const { compare, confirmAlone } = useExperienceChanges();
  const canEdit = agents.data?.editable ?? false;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-12">{translate("explain")}</p>
      {agents.isError && <FailureNote error={agents.error} />}
      {(agents.data?.items ?? []).map(({ name }) => (
        <Checkbox
          key={name}
          disabled={!canEdit || compare.isPending}
          checked={compared.includes(name)}
          onChange={(event) => {
            compare.mutate({ workspace, agent: name, isOn: event.target.checked });
          }}
        >
          {name}
        </Checkbox>
      ))}
      <div className="border-t border-line pt-2">
        <Checkbox
          disabled={!canEdit || confirmAlone.isPending}
          checked={confirmsAlone}
          onChange={(event) => {
            confirmAlone.mutate({ workspace, isOn: event.target.checked });
          }}
        >
          {translate("confirmAlone")}
        </Checkbox>
      </div>
      {agents.isSuccess && !canEdit && <p className="text-12 text-ink-2">{translate("adminsOnly")}</p>}
      {compare.error && <FailureNote error={compare.error} />}
      {confirmAlone.error && <FailureNote error={confirmAlone.error} />}
    </div>
  );
}
