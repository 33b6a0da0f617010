"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { GraphActionsProvider } from "../graph-actions.ts";
import type { GraphActions } from "../graph-actions.ts";
import { NESTED_GOALS } from "./nested-goals.ts";
import { CardShowcase, MarkShowcase } from "./part-showcase.tsx";
import { fanOutLog, markedLog } from "./showcase-log.ts";
import { ShownRun } from "./shown-run.tsx";
import { WRONG_WAY } from "./wrong-way.ts";

const NOTHING: GraphActions = {
  activate: () => undefined,
  toggleFold: () => undefined,
  toggleEdge: () => undefined,
  selectGoal: () => undefined,
  selectSequence: () => undefined,
  showAll: () => undefined,
};

const MARKED = markedLog();
const FAN_OUT = fanOutLog(45);
const LEVELS = [
  { level: "far", zoom: 0.25 },
  { level: "middle", zoom: 1 },
  { level: "near", zoom: 1.75 },
] as const;

/** Every part of the graph, rendered by the real components from recorded runs. */
export function GraphShowcase(): ReactElement {
  const translate = useTranslations("trace.showcase");
  return (
    <GraphActionsProvider value={NOTHING}>
      <main className="min-h-0 flex-1 overflow-auto p-6">
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="mt-1 text-ink-2">{translate("about")}</p>
        <Section title={translate("levels")}>
          <div className="grid grid-cols-3 gap-4 phone:grid-cols-1">
            {LEVELS.map(({ level, zoom }) => (
              <figure key={level} className="min-w-0">
                <figcaption className="mb-2 text-12 text-ink-2">{translate(`level.${level}`)}</figcaption>
                <ShownRun
                  entries={NESTED_GOALS}
                  status="completed"
                  height={300}
                  start={{ camera: { x: -120 * zoom, y: 0, zoom } }}
                />
              </figure>
            ))}
          </div>
        </Section>
        <Section title={translate("run.marked")}>
          <ShownRun
            entries={MARKED}
            status="running"
            height={460}
            start={{ goal: "queries", open: ["queries"] }}
          />
        </Section>
        <Section title={translate("run.wrongWay")}>
          <ShownRun entries={WRONG_WAY} status="completed" height={320} />
        </Section>
        <Section title={translate("run.fanOut")}>
          <ShownRun entries={FAN_OUT} status="running" height={240} />
        </Section>
        <Section title={translate("cards")}>
          <CardShowcase />
        </Section>
        <Section title={translate("marks")}>
          <MarkShowcase />
        </Section>
      </main>
    </GraphActionsProvider>
  );
}

function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-15 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
