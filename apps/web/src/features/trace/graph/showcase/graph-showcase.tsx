"use client";
import { DISTANCES } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { NESTED_GOALS } from "./nested-goals.ts";
import { fanOutLog, markedLog } from "./showcase-log.ts";
import { ShownRun } from "./shown-run.tsx";
import { WRONG_WAY } from "./wrong-way.ts";

const MARKED = markedLog();
const FAN_OUT = fanOutLog(45);

/** The graph at its four distances and with every mark, rendered by the real component from recorded runs. */
export function GraphShowcase(): ReactElement {
  const translate = useTranslations("trace.showcase");
  const name = useTranslations("trace.graph.distance");
  return (
    <main className="min-h-0 flex-1 overflow-auto p-6">
      <h1 className="text-20 font-semibold">{translate("title")}</h1>
      <p className="mt-1 text-ink-2">{translate("about")}</p>
      <Section title={translate("levels")}>
        <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
          {DISTANCES.map((distance) => (
            <figure key={distance} className="min-w-0">
              <figcaption className="mb-2 text-12 text-ink-2">{name(distance)}</figcaption>
              <ShownRun entries={NESTED_GOALS} status="completed" height={420} start={{ distance }} />
            </figure>
          ))}
        </div>
      </Section>
      <Section title={translate("run.marked")}>
        <ShownRun
          entries={MARKED}
          status="running"
          height={640}
          start={{ goal: "queries", open: ["queries"] }}
        />
      </Section>
      <Section title={translate("run.wrongWay")}>
        <ShownRun entries={WRONG_WAY} status="completed" height={420} />
      </Section>
      <Section title={translate("run.fanOut")}>
        <ShownRun entries={FAN_OUT} status="running" height={640} />
      </Section>
    </main>
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
