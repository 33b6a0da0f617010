"use client";
import { ListFilter, PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import type { ReactElement, Ref } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import {
  ContextOnDemand,
  GraphOnDemand,
  TableOnDemand,
  TimelineOnDemand,
  TranscriptOnDemand,
} from "./lazy-views.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { useActions, useView } from "../state/debugger-provider.tsx";
import type { GraphHandle } from "../graph/graph-view.tsx";
import { ToolbarSlotProvider } from "../parts/toolbar-slot.ts";
import { SearchBox } from "../search/search-box.tsx";
import type { TraceSearch } from "../search/use-trace-search.ts";
import { MAIN_VIEWS } from "../state/url-state.ts";
import type { MainView } from "../state/url-state.ts";
import type { ChangeView } from "../state/use-view-state.ts";
import { RUN_COMMANDS } from "./run-commands.ts";

export type MainPanelProps = {
  readonly graphRef: Ref<GraphHandle>;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly search: TraceSearch;
  readonly following: boolean;
  readonly onLeaveSearch: () => void;
};

type InspectorSwitch = {
  readonly hasInspector: boolean;
  readonly onInspector: (isOpen: boolean) => void;
  /** Opens the question that the run waits for, when the inspector is closed. */
  readonly onAnswer: () => void;
  /** Called once the graph, or a note that its code did not load, is drawn, before it is painted. */
  readonly onDrawn: () => void;
};

/** The main panel of the page: one of five views of the run, with its search. */
export function MainPanel({
  graphRef,
  searchRef,
  search,
  following,
  onLeaveSearch,
  hasInspector,
  onInspector,
  onAnswer,
  onDrawn,
}: MainPanelProps & InspectorSwitch): ReactElement {
  const translate = useTranslations("trace.mainPanel");
  const view = useView(({ mainView }) => ({ mainView }));
  const { changeView } = useActions();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <section
      aria-label={translate(`views.${view.mainView}`)}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div className="flex h-9 flex-none items-center gap-2 border-b border-line px-2">
        <ViewChoice mainView={view.mainView} changeView={changeView} />
        <FailingToggle />
        {/* Its width is reserved while the graph loads, so that the search field keeps its place. */}
        <span
          ref={setSlot}
          className={classNames("flex flex-none items-center", view.mainView === "graph" && "min-w-39")}
        />
        <span className="flex min-w-0 flex-1 justify-end">
          <SearchBox search={search} inputRef={searchRef} onLeave={onLeaveSearch} />
        </span>
        <IconButton
          label={translate("inspector")}
          icon={PanelRight}
          pressed={hasInspector}
          onClick={() => {
            onInspector(!hasInspector);
          }}
        />
      </div>
      <ToolbarSlotProvider value={slot}>
        <div className="min-h-0 flex-1">
          {view.mainView === "graph" && (
            <GraphOnDemand ref={graphRef} following={following} onDrawn={onDrawn} onMissing={onDrawn} />
          )}
          {view.mainView === "transcript" && (
            <TranscriptOnDemand hits={search.hitSet} following={following} />
          )}
          {view.mainView === "timeline" && <TimelineOnDemand hits={search.hitSet} />}
          {view.mainView === "table" && <TableOnDemand hits={search.hitSet} />}
          {view.mainView === "context" && <ContextOnDemand following={following} />}
        </div>
      </ToolbarSlotProvider>
      {!hasInspector && <AnswerBar onAnswer={onAnswer} />}
    </section>
  );
}

type ChoiceProps = { readonly mainView: MainView; readonly changeView: ChangeView };

const ViewChoice = memo(function ViewChoice({ mainView, changeView }: ChoiceProps): ReactElement {
  const translate = useTranslations("trace.mainPanel");
  return (
    <Segmented
      label={translate("label")}
      value={mainView}
      onChange={(chosen) => {
        changeView({ mainView: chosen });
      }}
      segments={MAIN_VIEWS.map((value) => ({ value, label: translate(`views.${value}`) }))}
    />
  );
});

/** A toggle that shows only failed goals and their ancestors. */
export function FailingToggle(): ReactElement {
  const view = useView(({ filter }) => ({ filter }));
  const { changeView } = useActions();
  return <FailingButton pressed={view.filter === "failing"} changeView={changeView} />;
}

type FailingProps = { readonly pressed: boolean; readonly changeView: ChangeView };

const FailingButton = memo(function FailingButton({ pressed, changeView }: FailingProps): ReactElement {
  const translate = useTranslations("trace.mainPanel");
  return (
    <IconButton
      label={translate("onlyFailing")}
      shortcut={keyHint(RUN_COMMANDS, "run.failing")}
      icon={ListFilter}
      pressed={pressed}
      onClick={() => {
        changeView({ filter: pressed ? "all" : "failing" });
      }}
    />
  );
});
