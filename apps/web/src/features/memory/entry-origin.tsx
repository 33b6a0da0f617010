"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { Link } from "../../ui/link.tsx";
import type { MemoryDetail } from "./memory-type.ts";
import { RunsWithIt } from "./runs-with-it.tsx";

type EntryOriginProps = { readonly workspace: string; readonly detail: MemoryDetail };

/** Where an entry was learned, and the runs that had it in their context, with how they ended. */
export function EntryOrigin({ workspace, detail }: EntryOriginProps): ReactElement {
  const translate = useTranslations("memory");
  const { entry, runs } = detail;
  const hidden = entry.recalls - runs.length;
  return (
    <>
      <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
        <h3 className="font-semibold">{translate(entry.state === "held" ? "review.source" : "learnedIn")}</h3>
        <Source workspace={workspace} detail={detail} />
      </section>
      {entry.state === "active" && (
        <section className="flex flex-col gap-2 px-6 py-4">
          <h3 className="font-semibold">{translate("contextOf")}</h3>
          <p className="text-12 text-ink-2">{translate("contextNote", { count: entry.recalls })}</p>
          <RunsWithIt workspace={workspace} runs={runs} />
          {hidden > 0 && <p className="text-12 text-ink-2">{translate("hiddenRuns", { count: hidden })}</p>}
        </section>
      )}
    </>
  );
}

function Source({ workspace, detail: { entry, learnedIn, people } }: EntryOriginProps): ReactElement {
  const translate = useTranslations("memory");
  const { source } = entry;
  if (source === null) {
    const person = people[entry.personId] ?? translate("unknownPerson");
    return <p className="text-12 text-ink-2">{translate("byPerson", { person })}</p>;
  }
  if (learnedIn === null) return <p className="text-12 text-ink-2">{translate("hiddenSource")}</p>;
  return (
    <>
      {source.quote !== "" && (
        <blockquote className="border-l-2 border-line-strong pl-3 text-ink-2 [overflow-wrap:anywhere]">
          {source.quote}
        </blockquote>
      )}
      <p className="text-12 text-ink-2">
        {learnedIn.task}{" "}
        <Link className="link" href={traceHref(workspace, learnedIn.traceId, { sequence: source.sequence })}>
          {translate("openSource")}
        </Link>
      </p>
    </>
  );
}
