import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Note } from "./note.tsx";

type WaitingNoteProps = {
  readonly trace: Pick<Trace, "status" | "waitingFor" | "projectFolder">;
  readonly className?: string;
};

/** Why a run waits for its project folder, and what helps; nothing for any other run (O6). */
export function WaitingNote({ trace, className }: WaitingNoteProps): ReactElement | null {
  const translate = useTranslations("common.waitingForFolder");
  if (trace.status !== "waiting" || trace.waitingFor !== "folder") return null;
  return (
    <Note tone="wait" className={className}>
      <p>
        {translate.rich("reason", {
          folder: trace.projectFolder ?? "",
          code: (words) => <code className="font-mono">{words}</code>,
        })}
      </p>
      <p className="text-ink-2">{translate("fix")}</p>
    </Note>
  );
}
