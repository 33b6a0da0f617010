"use client";
import type { Entry } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { CircleDot, Cpu, FoldVertical, MessageSquare, Target } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { StatusBadge } from "../../../ui/badge.tsx";
import { CALL_STATUS } from "../../../ui/call-status.ts";
import { Note } from "../../../ui/note.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useActions, useLog, useRun, useView } from "../state/debugger-provider.tsx";
import { goalStatus } from "../../../ui/goal-status.ts";
import { useAnnotations } from "../header/use-annotations.ts";
import { toolIcon } from "../../../ui/tool-icon.ts";
import type { InspectorTab } from "../state/url-state.ts";
import { ContextTab } from "./context/context-tab.tsx";
import { CallCost } from "./cost/call-cost.tsx";
import { GoalCost } from "./cost/goal-cost.tsx";
import { EntryView } from "./entry-view.tsx";
import { EraseMessage } from "./erase-message.tsx";
import { GoalContext } from "./goal-context.tsx";
import { GoalView } from "./goal-view.tsx";
import { EntryRating } from "../header/rating.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { Loaded } from "./loaded.tsx";
import { MemoryTab } from "./memory-tab.tsx";
import { isNoteOn } from "./note-target.ts";
import type { NoteTarget } from "./note-target.ts";
import { NotesTab } from "./notes-tab.tsx";
import { RawTab } from "./raw-tab.tsx";
import type { Cut } from "./tool-view.tsx";
import { runState } from "../state/run-state.ts";

/** The selection: an entry by its sequence, else a goal. */
export type SelectionInspectorProps =
  | { readonly sequence: number; readonly goalId: null }
  | { readonly sequence: null; readonly goalId: string };

/** The details of a goal, or of an entry, whose payload is loaded on demand. */
export function SelectionInspector(selection: SelectionInspectorProps): ReactElement {
  return selection.sequence === null ? (
    <GoalInspector goalId={selection.goalId} />
  ) : (
    <EntryInspector key={selection.sequence} sequence={selection.sequence} />
  );
}

type Panel = { readonly value: InspectorTab; readonly content: ReactNode };

/**
 * The tabs of a selection. A tab that the selection lacks falls back to the first, so that the tab persists between selections where
 * possible.
 */
function InspectorTabs({
  panels,
  noteTarget,
}: {
  readonly panels: readonly Panel[];
  readonly noteTarget: NoteTarget;
}): ReactElement {
  const translate = useTranslations("inspector");
  const format = useFormat();
  const view = useView(({ tab }) => ({ tab }));
  const { changeView } = useActions();
  const { annotations } = useAnnotations();
  const notes = annotations?.comments.filter((comment) => isNoteOn(comment, noteTarget)).length ?? 0;
  const all: readonly Panel[] = [...panels, { value: "notes", content: <NotesTab target={noteTarget} /> }];
  return (
    <Tabs
      label={translate("tabs")}
      value={all.some((panel) => panel.value === view.tab) ? view.tab : "io"}
      onChange={(tab) => {
        changeView({ tab });
      }}
      tabs={all.map((panel) => ({
        ...panel,
        label: translate(`tab.${panel.value}`),
        count: panel.value === "notes" && notes > 0 ? format.count(notes) : null,
      }))}
    />
  );
}

function GoalInspector({ goalId }: { readonly goalId: string }): ReactElement | null {
  const { model, trace } = useLog(({ model, trace }) => ({ model, trace }));
  const { graph } = model;
  const goal = graph.goals.get(goalId);
  if (!goal) return null;
  const status = goalStatus(goal, runState(trace.status, graph));
  return (
    <>
      <InspectorHead title={goal.title} icon={Target} badge={<StatusBadge status={status} />} />
      <InspectorTabs
        noteTarget={{ sequence: null, goalId }}
        panels={[
          { value: "io", content: <GoalView goal={goal} /> },
          { value: "context", content: <GoalContext goalId={goalId} /> },
          { value: "cost", content: <GoalCost goalId={goalId} /> },
          { value: "raw", content: <RawTab value={goal} /> },
        ]}
      />
    </>
  );
}

function EntryInspector({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const entry = useQuery(
    // Only an erasure changes an entry, and it invalidates this query.
    api.traces.entry.queryOptions({ workspace, id: traceId, sequence }, { staleTime: Infinity }),
  );
  const body = (show: (loaded: Entry, cut: readonly Cut[]) => ReactNode): ReactNode => (
    <Loaded query={entry}>{(loaded) => show(loaded, "truncated" in loaded ? loaded.truncated : [])}</Loaded>
  );
  return (
    <>
      <EntryHead entry={entry.data} sequence={sequence} />
      <InspectorTabs
        noteTarget={{ sequence, goalId: null }}
        panels={[
          { value: "io", content: body((loaded, cut) => <EntryView entry={loaded} cut={cut} />) },
          { value: "context", content: <ContextTab sequence={sequence} /> },
          { value: "cost", content: <CallCost sequence={sequence} /> },
          { value: "memory", content: <MemoryTab sequence={sequence} /> },
          {
            value: "raw",
            content: body((loaded, cut) => (
              <>
                {cut.length > 0 && (
                  <Note tone="warn" className="m-4">
                    {translate("cut", { fields: cut.map((field) => field.field).join(", ") })}
                  </Note>
                )}
                <RawTab value={loaded.kind === "unknown" ? loaded.raw : loaded} />
              </>
            )),
          },
        ]}
      />
    </>
  );
}

function EntryHead({
  entry,
  sequence,
}: {
  readonly entry: Entry | undefined;
  readonly sequence: number;
}): ReactElement {
  const translate = useTranslations("inspector.head");
  const outcome = useTranslations("trace.outcome");
  const refusal = useTranslations("common.refusal");
  if (entry?.kind === "event" && (entry.type === "compaction.finished" || entry.type === "context.cleared"))
    return (
      <InspectorHead
        title={translate(entry.type === "context.cleared" ? "cleared" : "compaction", { sequence })}
        icon={FoldVertical}
      />
    );
  // Keeps its place when the entry has loaded, so that an open form of a rating stays open.
  const action = (
    <>
      <EntryRating sequence={sequence} />
      {entry?.kind === "message" && <EraseMessage message={entry} />}
    </>
  );
  if (entry?.kind !== "message") {
    return (
      <InspectorHead
        title={entry ? translate("event", { type: entry.type, sequence }) : `#${sequence}`}
        icon={CircleDot}
        action={action}
      />
    );
  }
  if (entry.role === "tool") {
    return (
      <InspectorHead
        title={entry.toolName}
        code
        icon={toolIcon(entry.toolName)}
        badge={
          <StatusBadge status={CALL_STATUS[entry.outcome]}>
            {entry.refusal === undefined ? outcome(entry.outcome) : refusal(entry.refusal)}
          </StatusBadge>
        }
        action={action}
      />
    );
  }
  const icons: Readonly<Record<"user" | "assistant", LucideIcon>> = { user: MessageSquare, assistant: Cpu };
  return (
    <InspectorHead title={translate(entry.role, { sequence })} icon={icons[entry.role]} action={action} />
  );
}
