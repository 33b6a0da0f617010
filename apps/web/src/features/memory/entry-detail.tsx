"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { EntryActions } from "./entry-actions.tsx";
import type { OpenReview } from "./entry-actions.tsx";
import { entryParts } from "./entry-parts.ts";
import { EntryOrigin } from "./entry-origin.tsx";
import { EntryVersions } from "./entry-versions.tsx";
import { AlikeEntries, HeldProblems } from "./held-checks.tsx";
import { TYPE_ICONS } from "./memory-type.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { OpenEntry } from "./open-entry.tsx";

type EntryDetailProps = {
  readonly workspace: string;
  readonly detail: MemoryDetail;
  readonly review: OpenReview | undefined;
};

/** One entry: its text, its versions, its origin, and the runs that had it in their context. */
export function EntryDetail({ workspace, detail, review }: EntryDetailProps): ReactElement {
  const translate = useTranslations("memory");
  const { entry } = detail;
  const newer = entry.supersededBy;
  const decidedBy = detail.people[entry.decidedBy ?? ""] ?? translate("unknownPerson");
  return (
    <>
      <article className="min-h-0 flex-1 overflow-y-auto">
        <div className="max-w-190">
          <header className="flex flex-col gap-2 border-b border-line px-6 py-4">
            <h2 className="text-16 font-semibold [overflow-wrap:anywhere]">{entry.name}</h2>
            <p className="text-ink-2 [overflow-wrap:anywhere]">{entry.description}</p>
            <p className="flex flex-wrap gap-1">
              <Badge>
                <Icon icon={TYPE_ICONS[entry.type]} size={12} />
                {translate(`type.${entry.type}`)}
              </Badge>
              <Badge>{translate(`audience.${entry.audience}`)}</Badge>
              {entry.project !== null && <Badge>{entry.project}</Badge>}
              {entry.keywords.map((keyword) => (
                <Badge key={keyword}>{keyword}</Badge>
              ))}
            </p>
            {entry.state === "held" && <Note tone="wait">{translate("review.why")}</Note>}
            {entry.state === "rejected" && (
              <Note>{translate("review.rejectedBy", { person: decidedBy })}</Note>
            )}
            {newer !== null && (
              <Note>
                {translate("supersededBy")} <OpenEntry id={newer}>{translate("openNewer")}</OpenEntry>
              </Note>
            )}
          </header>
          <Section title={entry.state === "held" ? translate("review.what") : undefined}>
            <Content content={entry.content} />
            {entry.state === "held" && <HeldProblems problems={detail.problems} />}
          </Section>
          <AlikeEntries alike={detail.alike} />
          <EntryVersions workspace={workspace} detail={detail} />
          <EntryOrigin workspace={workspace} detail={detail} />
        </div>
      </article>
      <EntryActions workspace={workspace} entry={entry} review={review} />
    </>
  );
}

/** The text of the entry: its parts beside their labels, or all of it as it is. */
function Content({ content }: { readonly content: string }): ReactElement {
  const parts = entryParts(content);
  if (parts === null) return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{content}</p>;
  return (
    <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-2">
      {parts.map(({ label, text }, index) => (
        <div key={index} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the page with a line below it. */
function Section({
  title,
  children,
}: {
  readonly title: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
      {title !== undefined && <h3 className="font-semibold">{title}</h3>}
      {children}
    </section>
  );
}
