import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { StatusGlyph } from "./status-glyph.tsx";

export type ErrorStateProps = {
  /** The problem in a few words: "Entries did not load". */
  readonly title: string;
  /** What happened and what did not: "The database did not answer in 5 s. Nothing was lost." */
  readonly happened: ReactNode;
  /** What to do about it, in words; failures of the runtime carry it as `fix`. */
  readonly fix?: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
  /** `h1` where it is the whole page. Default `h2`. */
  readonly heading?: "h1" | "h2";
  readonly className?: string;
};

/** An error where the work is: problem, what happened, what to do. */
export function ErrorState({
  title,
  happened,
  fix,
  action,
  heading: Heading = "h2",
  className,
}: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className={classNames("flex max-w-120 flex-col items-start gap-2", className)}>
      <Heading className="flex items-center gap-2 font-semibold">
        <StatusGlyph status="failed" decorative />
        {title}
      </Heading>
      <div className="text-ink-2 [overflow-wrap:anywhere]">{happened}</div>
      {fix !== undefined && <div>{fix}</div>}
      {action}
    </div>
  );
}
