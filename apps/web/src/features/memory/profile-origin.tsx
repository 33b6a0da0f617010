"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { Link } from "../../ui/link.tsx";
import type { ProfileHistory, ShownProfile } from "./profile-name.ts";
import { RunsWithIt } from "./runs-with-it.tsx";

type ProfileOriginProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  readonly history: ProfileHistory;
};

/** The run that wrote the newest version of a profile file, and the runs that had one in their context, with how they ended. */
export function ProfileOrigin({ workspace, file, history }: ProfileOriginProps): ReactElement {
  const translate = useTranslations("profile");
  const [newest] = history.versions;
  const hidden = history.total - history.runs.length;
  return (
    <div className="flex max-w-170 flex-col gap-4 border-t border-line pt-4">
      {file.byAgent && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{translate("learnedIn")}</h3>
          <LearnedIn workspace={workspace} version={newest} />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{translate("contextOf")}</h3>
        <p className="text-12 text-ink-2">{translate("contextNote", { count: history.total })}</p>
        <RunsWithIt
          workspace={workspace}
          runs={history.runs}
          fact={({ version }) => translate("ofVersion", { version })}
        />
        {hidden > 0 && <p className="text-12 text-ink-2">{translate("hiddenRuns", { count: hidden })}</p>}
      </section>
    </div>
  );
}

type LearnedInProps = {
  readonly workspace: string;
  readonly version: ProfileHistory["versions"][number] | undefined;
};

/** The run that wrote a version, with a link to the message that it recorded. */
export function LearnedIn({ workspace, version }: LearnedInProps): ReactElement {
  const translate = useTranslations("profile");
  if (version === undefined || version.source === null || version.learnedIn === null)
    return <p className="text-12 text-ink-2">{translate("hiddenSource")}</p>;
  const { source, learnedIn } = version;
  return (
    <p className="text-12 [overflow-wrap:anywhere] text-ink-2">
      {learnedIn.task}{" "}
      <Link className="link" href={traceHref(workspace, learnedIn.traceId, { sequence: source.sequence })}>
        {translate(source.sequence === null ? "openRun" : "openSource")}
      </Link>
    </p>
  );
}
