"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Time } from "../../ui/time.tsx";

/** Lines of a version that are shown at first. */
const FIRST_LINES = 6;

/** The versions of a profile file, the newest first, with the text that each cut. */
export function ProfileVersions({
  data,
}: {
  readonly data: RouterOutputs["profile"]["versions"];
}): ReactElement {
  const translate = useTranslations("profile");
  return (
    <ol className="flex max-w-190 flex-col gap-4">
      {data.versions.map(({ version, text, trimmed, personId, byAgent, savedAt }) => (
        <li key={version} className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{translate("version", { version })}</span>
            <span className="text-12 text-ink-2">
              {byAgent
                ? translate("byAgent", { person: data.people[personId] ?? "" })
                : (data.people[personId] ?? "")}
            </span>
            {savedAt !== null && <Time at={savedAt} className="ml-auto text-12 text-ink-2" />}
          </p>
          <CodeBlock code={text} wrap foldAfter={FIRST_LINES} />
          {trimmed !== "" && (
            <div className="flex flex-col gap-1">
              <p className="text-12 text-ink-2">{translate("cut")}</p>
              <CodeBlock code={trimmed} wrap foldAfter={FIRST_LINES} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
