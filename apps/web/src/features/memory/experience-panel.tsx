"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Note } from "../../ui/note.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Time } from "../../ui/time.tsx";
import { ExperienceActions } from "./experience-actions.tsx";
import { ExperienceBound } from "./experience-bound.tsx";
import { ExperienceEditor } from "./experience-editor.tsx";
import { useScope } from "./experience-row.tsx";
import { NEW_ENTRY } from "./memory-address.ts";
import { useMemoryAddress } from "./use-memory-address.ts";

type Detail = RouterOutputs["experiences"]["get"];

/** The experience of the address: to read, to decide about or to edit. */
export function ExperiencePanel({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("experiences");
  const api = useTRPC();
  const { entry: id, isEditing, go } = useMemoryAddress();
  const isStored = id !== null && id !== NEW_ENTRY;
  const detail = useQuery(
    api.experiences.get.queryOptions({ workspace, id: id ?? "" }, { enabled: isStored }),
  );
  const close = (entry: string | null): void => {
    go({ entry });
  };
  const body = (): ReactNode => {
    if (!isStored) return <ExperienceEditor workspace={workspace} experience={null} onClose={close} />;
    if (detail.isPending) return <SkeletonRows rows={6} rowHeight={28} className="px-6" />;
    if (detail.isError) return <LoadFailed query={detail} title={translate("detailFailed")} />;
    const { experience } = detail.data;
    return isEditing ? (
      <ExperienceEditor key={experience.id} workspace={workspace} experience={experience} onClose={close} />
    ) : (
      <ExperienceDetail workspace={workspace} detail={detail.data} />
    );
  };
  return (
    <section aria-label={translate("one")} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-9 flex-none items-center justify-end border-b border-line px-2 phone:h-11">
        <IconButton
          label={translate("close")}
          icon={X}
          onClick={() => {
            close(null);
          }}
        />
      </div>
      {body()}
    </section>
  );
}

type DetailProps = { readonly workspace: string; readonly detail: Detail };

function ExperienceDetail({ workspace, detail }: DetailProps): ReactElement {
  const translate = useTranslations("experiences");
  const { experience, decidedBy } = detail;
  const { condition, rule, source, state, worked, trials, skill } = experience;
  return (
    <>
      <article className="min-h-0 flex-1 overflow-y-auto">
        <header className="flex flex-col gap-2 border-b border-line px-6 py-4">
          <h2 className="text-16 font-semibold [overflow-wrap:anywhere]">
            {translate("when", { condition })}
          </h2>
          <p className="[overflow-wrap:anywhere]">{translate("then", { rule })}</p>
          <p className="flex flex-wrap gap-1">
            <Badge>{useScope(experience)}</Badge>
            <Badge>{translate(`source.${source}`)}</Badge>
          </p>
          {state === "candidate" && <Note tone="wait">{translate("waits")}</Note>}
          {state === "retired" && decidedBy === null && <Note>{translate("retiredByOutcome")}</Note>}
          {state === "approved" && experience.decidedBy === null && (
            <Note>{translate("approvedByOutcome")}</Note>
          )}
          {decidedBy !== null && (
            <p className="text-12 text-ink-2">{translate("decidedBy", { person: decidedBy })}</p>
          )}
          {skill !== null && (
            <p className="text-12">
              <Link
                className="link"
                href={`${workspaceHref(workspace)}/skills?skill=${encodeURIComponent(`workspace:${skill}`)}`}
              >
                {translate("isSkill", { skill })}
              </Link>
            </p>
          )}
        </header>
        <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
          <h3 className="font-semibold">{translate("outcomes")}</h3>
          <ExperienceBound item={experience} />
          <p className="text-12 text-ink-2">{translate("figures", { worked, trials })}</p>
        </section>
        <Evidence workspace={workspace} detail={detail} />
        <Uses workspace={workspace} detail={detail} />
      </article>
      <ExperienceActions workspace={workspace} experience={experience} />
    </>
  );
}

function Evidence({
  workspace,
  detail: { evidence, hiddenEvidence, experience },
}: DetailProps): ReactElement {
  const translate = useTranslations("experiences");
  return (
    <section className="flex flex-col gap-3 border-b border-line px-6 py-4">
      <h3 className="font-semibold">{translate("evidence")}</h3>
      {experience.source === "manual" && (
        <p className="text-12 text-ink-2">{translate("byPerson", { person: experience.person })}</p>
      )}
      {evidence.map(({ traceId, sequence, quote, worked, run }) => (
        <div key={`${traceId} ${String(sequence)}`} className="flex flex-col gap-1">
          <blockquote className="border-l-2 border-line-strong pl-3 text-ink-2 [overflow-wrap:anywhere]">
            {quote}
          </blockquote>
          <p className="text-12 text-ink-2">
            <Link className="link" href={traceHref(workspace, traceId, { sequence })}>
              {run.task}
            </Link>{" "}
            {worked === null ? translate("notTried") : translate(worked ? "workedThere" : "failedThere")}
          </p>
        </div>
      ))}
      {hiddenEvidence > 0 && (
        <p className="text-12 text-ink-2">{translate("hidden", { count: hiddenEvidence })}</p>
      )}
    </section>
  );
}

function Uses({ workspace, detail: { uses, hiddenUses } }: DetailProps): ReactElement {
  const translate = useTranslations("experiences");
  return (
    <section className="flex flex-col gap-2 px-6 py-4">
      <h3 className="font-semibold">{translate("uses")}</h3>
      {uses.length + hiddenUses === 0 && <p className="text-12 text-ink-2">{translate("noUses")}</p>}
      <ul>
        {uses.map(({ traceId, at, judgment, run }) => (
          <li key={traceId} className="border-b border-line">
            <Link
              href={traceHref(workspace, traceId)}
              className="flex min-h-7 items-center gap-2 hover:bg-ink/4 phone:min-h-11"
            >
              <StatusGlyph status={run.status} />
              <span className="min-w-0 flex-1 truncate">{run.task}</span>
              <span className="text-12 text-ink-2">
                {judgment === null
                  ? translate("notJudged")
                  : translate(`judged.${judgment.outcome}`, { basis: translate(`basis.${judgment.basis}`) })}
              </span>
              <Time at={at} className="text-12 text-ink-2" />
            </Link>
          </li>
        ))}
      </ul>
      {hiddenUses > 0 && <p className="text-12 text-ink-2">{translate("hidden", { count: hiddenUses })}</p>}
    </section>
  );
}
