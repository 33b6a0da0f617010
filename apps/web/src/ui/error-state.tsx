import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { StatusGlyph } from "./status-glyph.tsx";

export type ErrorStateProps = {
  /** The problem in a few words: "Couldn't load the entries". */
  readonly title: string;
  /** The details: "The database did not respond within 5 s. Nothing was lost." */
  readonly happened: ReactNode;
  /** How to resolve it; failures of the runtime have it as `fix`. */
  readonly fix?: ReactNode;
  /** The button for the fix. */
  readonly action?: ReactNode;
  /** `h1` when it is the whole page. Defaults to `h2`. */
  readonly heading?: "h1" | "h2";
  readonly className?: string;
};

/** An inline error: problem, details and fix. */
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
