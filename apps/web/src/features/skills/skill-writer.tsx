"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { Link } from "../../ui/link.tsx";

type SkillWriterProps = {
  readonly workspace: string;
  readonly agent: string;
  /** Null for a run that was deleted or that the reader cannot see. */
  readonly writtenIn: { readonly traceId: string; readonly task: string } | null;
};

/** The agent that wrote a version of a skill, with a link to its run. */
export function SkillWriter({ workspace, agent, writtenIn }: SkillWriterProps): ReactElement {
  const translate = useTranslations("skills");
  if (writtenIn === null)
    return <p className="text-12 text-ink-2">{translate("savedInHidden", { agent })}</p>;
  const { traceId, task } = writtenIn;
  return (
    <p className="line-clamp-3 text-12 [overflow-wrap:anywhere] text-ink-2">
      {translate.rich("savedIn", {
        ...{ agent, task },
        run: (text) => (
          <Link className="link" href={traceHref(workspace, traceId)}>
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
