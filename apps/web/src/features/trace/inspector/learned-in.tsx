"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { Link } from "../../../ui/link.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import type { KnowledgeSources } from "../state/use-knowledge-sources.ts";
import { SequenceLink } from "../why/sequence-link.tsx";

/** A separate line with a link to the message that is the source of something; nothing for what a person wrote. */
export function LearnedIn({
  source,
}: {
  readonly source: KnowledgeSources[number] | undefined;
}): ReactElement | null {
  const translate = useTranslations("inspector.memory");
  const { workspace } = useRun();
  if (source === undefined) return null;
  const { traceId, sequence, goalId, task } = source;
  return (
    <span className="w-full min-w-0 text-11 text-ink-2">
      {goalId !== null && sequence !== null ? (
        <SequenceLink sequence={sequence}>{translate("learnedHere")}</SequenceLink>
      ) : (
        <Link className="link block truncate" href={traceHref(workspace, traceId, { sequence })}>
          {translate("learnedIn", { task })}
        </Link>
      )}
    </span>
  );
}
