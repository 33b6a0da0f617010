"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ChangedLineList } from "../../ui/changed-line-list.tsx";
import { changedLines } from "../../ui/changed-lines.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { SkillProblems } from "./skill-problems.tsx";
import { useSkillAddress } from "./use-skill-address.ts";
import { useSkillChanges } from "./use-skill-changes.ts";

type SkillProposalProps = {
  readonly workspace: string;
  readonly id: string;
  readonly canEdit: boolean;
};

/** A skill that an agent wrote and that waits for an admin: its reason, its run, and its changes. */
export function SkillProposal({ workspace, id, canEdit }: SkillProposalProps): ReactElement {
  const translate = useTranslations("skills.review");
  const translateSkills = useTranslations("skills");
  const api = useTRPC();
  const toast = useToast();
  const { go } = useSkillAddress();
  const { decide } = useSkillChanges();
  const detail = useQuery(api.skills.proposal.queryOptions({ workspace, id }));
  if (detail.isPending) return <SkeletonRows rows={6} rowHeight={28} className="px-6" />;
  if (detail.isError) return <LoadFailed query={detail} title={translateSkills("detailFailed")} />;
  const { proposal, person, before, problems, task } = detail.data;
  const { name, source, reason, traceId, sequence, createdAt } = proposal;
  const finish = (approve: boolean): void => {
    decide.mutate(
      { workspace, id, approve },
      {
        onSuccess: () => {
          toast({ text: translate(approve ? "approved" : "rejected", { name }) });
          go({ skill: approve ? `workspace:${name}` : null });
        },
      },
    );
  };
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-6 py-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 font-mono text-15 font-semibold [overflow-wrap:anywhere]">{name}</h2>
        <Badge tone="warn">{translate("state")}</Badge>
        {canEdit && (
          <span className="ml-auto flex gap-2">
            <Button
              variant="ghost"
              disabled={decide.isPending}
              onClick={() => {
                finish(false);
              }}
            >
              {translate("reject")}
            </Button>
            <Button
              variant="primary"
              disabled={decide.isPending}
              onClick={() => {
                finish(true);
              }}
            >
              {translate("approve")}
            </Button>
          </span>
        )}
      </header>
      <Note tone="wait">{translate(`reason.${reason}`)}</Note>
      <p className="text-12 text-ink-2">
        {translate("from", { person: person ?? translateSkills("unknownPerson") })} <Time at={createdAt} />
        {task !== null && (
          <>
            {" · "}
            <Link
              className="link [overflow-wrap:anywhere]"
              href={traceHref(workspace, traceId, sequence === null ? {} : { sequence })}
            >
              {translate(sequence === null ? "run" : "source", { task })}
            </Link>
          </>
        )}
      </p>
      {!canEdit && <p className="text-ink-2">{translate("adminsDecide")}</p>}
      {decide.isError && <FailureNote error={decide.error} />}
      {problems.length > 0 && <SkillProblems problems={problems} />}
      {before !== null && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{translate("changes")}</h3>
          <div className="font-mono">
            <ChangedLineList lines={changedLines(before, source)} />
          </div>
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{translateSkills("mainFile")}</h3>
        <CodeBlock code={source} wrap />
      </section>
    </div>
  );
}
