"use client";
import type { ReactElement, ReactNode } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { Link } from "../../ui/link.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Time } from "../../ui/time.tsx";
import type { MemoryDetail } from "./memory-type.ts";

type Run = Pick<MemoryDetail["runs"][number], "traceId" | "task" | "status" | "at">;

type RunsWithItProps<R extends Run> = {
  readonly workspace: string;
  readonly runs: readonly R[];
  /** A further fact of a run. Default: none. */
  readonly fact?: (run: R) => ReactNode;
};

/** The runs that had an entry or a file in their context, with how they ended. */
export function RunsWithIt<R extends Run>({ workspace, runs, fact }: RunsWithItProps<R>): ReactElement {
  return (
    <ul>
      {runs.map((run) => (
        <li key={run.traceId} className="border-b border-line">
          <Link
            href={traceHref(workspace, run.traceId)}
            className="flex min-h-7 items-center gap-2 hover:bg-ink/4 phone:min-h-11"
          >
            <StatusGlyph status={run.status} />
            <span className="min-w-0 flex-1 truncate">{run.task}</span>
            {fact !== undefined && <span className="flex-none text-12 text-ink-2">{fact(run)}</span>}
            <Time at={run.at} className="flex-none text-12 text-ink-2" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
