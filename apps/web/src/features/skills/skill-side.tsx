"use client";
import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Switch } from "../../ui/choice.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Time } from "../../ui/time.tsx";
import type { SkillDetailProps } from "./skill-detail.tsx";
import { SkillFiles } from "./skill-files.tsx";
import { SkillLayers } from "./skill-layers.tsx";
import { UseBars } from "./use-bars.tsx";
import { useSkillChanges } from "./use-skill-changes.ts";

/** Beside a skill: which agents get it, how often runs loaded it, and its files. */
export function SkillSide({ workspace, detail, canEdit }: SkillDetailProps): ReactElement {
  const translate = useTranslations("skills");
  const format = useFormat();
  const { offer } = useSkillChanges();
  const { skill, agents, usage, runs, seen } = detail;
  return (
    <aside className="flex flex-col gap-6 border-l border-line px-6 py-4 max-[1280px]:border-t max-[1280px]:border-l-0">
      <Section title={translate("layers.title")}>
        <SkillLayers workspace={workspace} skill={skill} />
      </Section>
      <Section title={translate("agents")}>
        {offer.isError && <FailureNote error={offer.error} />}
        <ul className="flex flex-col">
          {agents.map((agent) => (
            <li key={agent.name} className="border-b border-line py-1.5 last:border-b-0">
              <Switch
                checked={agent.isOffered}
                disabled={!canEdit || offer.isPending}
                onChange={(event) => {
                  offer.mutate({
                    ...{ workspace, name: skill.name, agent: agent.name },
                    isOffered: event.target.checked,
                  });
                }}
              >
                {agent.name}
              </Switch>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={translate("use.title")}>
        <UseBars days={usage?.days ?? {}} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
          <dt className="text-ink-2">{translate("use.loaded")}</dt>
          <dd>{translate("use.loadedText", { count: usage?.loads ?? 0, runs: usage?.runs ?? 0 })}</dd>
          {usage !== null && (
            <>
              <dt className="text-ink-2">{translate("use.runs")}</dt>
              <dd>
                {translate("use.runsText", {
                  ...{ completed: usage.completed, failed: usage.failed },
                  other: usage.runs - usage.completed - usage.failed,
                })}
              </dd>
            </>
          )}
          <dt className="text-ink-2">{translate("use.costs")}</dt>
          <dd>
            {translate(skill.isCore ? "use.costsCore" : "use.costsText", {
              ...{ listed: format.count(seen.lineTokens), loaded: format.count(seen.loadedTokens) },
            })}
          </dd>
        </dl>
      </Section>
      {runs.length > 0 && (
        <Section title={translate("runs")}>
          <ul className="flex flex-col">
            {runs.map((run) => (
              <li key={run.traceId} className="border-b border-line last:border-b-0">
                <Link
                  href={traceHref(workspace, run.traceId)}
                  className="flex min-h-7 items-center gap-2 text-12 hover:bg-ink/4 phone:min-h-11"
                >
                  <StatusGlyph status={run.status} />
                  <span title={run.task} className="min-w-0 flex-1 truncate">
                    {run.task}
                  </span>
                  <Time at={run.at} className="flex-none text-ink-2" />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={translate("files")}>
        <p className="flex items-center gap-2 font-mono text-12">
          <Icon icon={FileText} size={14} className="text-ink-2" />
          <span className="flex-1">{translate("mainFile")}</span>
          <span className="text-ink-2">{format.bytes(new Blob([skill.source]).size)}</span>
        </p>
        <SkillFiles workspace={workspace} id={skill.id} files={skill.files} />
      </Section>
    </aside>
  );
}
