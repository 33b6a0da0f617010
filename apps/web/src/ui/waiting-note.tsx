import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { Note } from "./note.tsx";

type WaitingNoteProps = {
  readonly trace: Pick<Trace, "id" | "status" | "waitingFor" | "projectFolder">;
  readonly className?: string;
};

/** Explains why a run is paused or waits for its project folder, and how to continue. Renders nothing for other runs. */
export function WaitingNote({ trace, className }: WaitingNoteProps): ReactElement | null {
  const translate = useTranslations("common");
  if (trace.status !== "waiting") return null;
  if (trace.waitingFor === "folder")
    return (
      <Note tone="wait" className={className}>
        <p>{translate.rich("waitingForFolder.reason", { folder: trace.projectFolder ?? "", code })}</p>
        <p className="text-ink-2">{translate("waitingForFolder.fix")}</p>
      </Note>
    );
  if (trace.waitingFor === "pause")
    return (
      <Note tone="wait" className={className}>
        <div className="flex flex-wrap gap-x-2">
          <p>{translate("waitingForPause.reason")}</p>
          <p className="text-ink-2">{translate.rich("waitingForPause.fix", { trace: trace.id, code })}</p>
        </div>
      </Note>
    );
  return null;
}

function code(children: ReactNode): ReactElement {
  return <code className="font-mono">{children}</code>;
}
