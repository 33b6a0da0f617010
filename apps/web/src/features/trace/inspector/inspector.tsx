"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Note } from "../../../ui/note.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useDebugger } from "../debugger-context.ts";
import { stepSequence } from "../selection-moves.ts";
import type { Direction } from "../selection-moves.ts";
import { EntryView } from "./entry-view.tsx";
import { GoalView } from "./goal-view.tsx";

/** Everything about what is selected: a goal as a whole, or one entry, whose payload is loaded now and not before. */
export function Inspector(): ReactElement {
  const { view } = useDebugger();
  return view.sequence === null ? <GoalInspector /> : <EntryInspector sequence={view.sequence} />;
}

function GoalInspector(): ReactElement {
  const { model, view } = useDebugger();
  const goal = model.graph.goals.get(view.goal ?? model.graph.rootId);
  return (
    <>
      <Head title={goal?.title ?? ""} />
      <div className="min-h-0 flex-1 overflow-y-auto">{goal && <GoalView goal={goal} />}</div>
    </>
  );
}

function EntryInspector({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("trace.inspector");
  const api = useTRPC();
  const { workspace, trace, view, changeView } = useDebugger();
  const entry = useQuery(
    // What a log holds never changes, so it is asked for once.
    api.traces.entry.queryOptions({ workspace, id: trace.id, sequence }, { staleTime: Infinity }),
  );
  const body = (show: (loaded: NonNullable<typeof entry.data>) => ReactNode): ReactNode => {
    if (entry.data) {
      const cut = "truncated" in entry.data ? entry.data.truncated : [];
      return (
        <>
          {cut.length > 0 && (
            <Note tone="warn">{translate("cut", { fields: cut.map((one) => one.field).join(", ") })}</Note>
          )}
          {show(entry.data)}
        </>
      );
    }
    if (entry.isPending) return <SkeletonRows rows={8} className="px-4 py-2" />;
    return (
      <ErrorState
        className="p-4"
        title={translate("failed")}
        happened={entry.error?.message ?? ""}
        action={<Button onClick={() => void entry.refetch()}>{translate("retry")}</Button>}
      />
    );
  };
  return (
    <>
      <Head title={`#${sequence}`} />
      <Tabs
        label={translate("tabs")}
        value={view.tab}
        onChange={(tab) => {
          changeView({ tab });
        }}
        tabs={[
          { value: "io", label: translate("io"), content: body((loaded) => <EntryView entry={loaded} />) },
          {
            value: "raw",
            label: translate("raw"),
            content: body((loaded) => (
              <div className="p-4">
                <CodeBlock code={JSON.stringify(loaded, null, 2)} language="json" foldAfter={null} />
              </div>
            )),
          },
        ]}
      />
    </>
  );
}

function Head({ title }: { readonly title: string }): ReactElement {
  const translate = useTranslations("trace.inspector");
  const { model, view, selectSequence } = useDebugger();
  const step = (direction: Direction): (() => void) | undefined => {
    const next = stepSequence(model.entries, view.sequence, direction);
    return next === null
      ? undefined
      : () => {
          selectSequence(next.q);
        };
  };
  const [before, after] = [step(-1), step(1)];
  return (
    <header className="flex h-9 flex-none items-center gap-1 border-b border-line pr-2 pl-4 phone:h-11">
      <h2 className="min-w-0 flex-1 truncate text-12 font-semibold">{title}</h2>
      <IconButton
        label={translate("previous")}
        shortcut="←"
        icon={ChevronLeft}
        disabled={!before}
        onClick={before}
      />
      <IconButton
        label={translate("next")}
        shortcut="→"
        icon={ChevronRight}
        disabled={!after}
        onClick={after}
      />
    </header>
  );
}
