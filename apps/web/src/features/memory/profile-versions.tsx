"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { ChangedLineList } from "../../ui/changed-line-list.tsx";
import { changedLines } from "../../ui/changed-lines.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Time } from "../../ui/time.tsx";
import type { ProfileHistory } from "./profile-name.ts";
import { LearnedIn } from "./profile-origin.tsx";

/** Lines of a version that are shown at first. */
const FIRST_LINES = 6;

/** The versions of a profile file, newest first, with the run that wrote each, its changes and the text that it truncated. */
export function ProfileVersions({
  workspace,
  data,
}: {
  readonly workspace: string;
  readonly data: ProfileHistory;
}): ReactElement {
  const translate = useTranslations("profile");
  return (
    <ol className="flex max-w-190 flex-col gap-4">
      {data.versions.map((one, index) => {
        const { version, text, trimmed, personId, byAgent, savedAt } = one;
        const before = data.versions[index + 1];
        const person = data.people[personId] ?? "";
        return (
          <li key={version} className="flex flex-col gap-2">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{translate("version", { version })}</span>
              <span className="text-12 text-ink-2">
                {byAgent
                  ? translate("byAgent", { person })
                  : personId === ""
                    ? translate("byDefault")
                    : person}
              </span>
              {savedAt !== null && <Time at={savedAt} className="ml-auto text-12 text-ink-2" />}
            </p>
            {byAgent && <LearnedIn workspace={workspace} version={one} />}
            {before === undefined ? (
              <CodeBlock code={text} wrap foldAfter={FIRST_LINES} />
            ) : (
              <>
                <ChangedLineList lines={changedLines(before.text, text)} />
                <details>
                  <summary className="cursor-pointer text-12 text-ink-2 phone:min-h-11">
                    {translate("wholeText")}
                  </summary>
                  <CodeBlock code={text} wrap />
                </details>
              </>
            )}
            {trimmed !== "" && (
              <div className="flex flex-col gap-1">
                <p className="text-12 text-ink-2">{translate("cut")}</p>
                <CodeBlock code={trimmed} wrap foldAfter={FIRST_LINES} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
