import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export type EmptyStateProps = {
  /** What there is none of: "Nothing to review". */
  readonly title: string;
  /** What will stand here, and where it comes from. */
  readonly children: ReactNode;
  /** The exact next step: one or two buttons. */
  readonly action?: ReactNode;
  /** `h1` where it is the whole page. Default `h2`. */
  readonly heading?: "h1" | "h2";
  readonly className?: string;
};

/** A place that has nothing in it yet. */
export function EmptyState({
  title,
  children,
  action,
  heading: Heading = "h2",
  className,
}: EmptyStateProps): ReactElement {
  return (
    <div className={classNames("flex max-w-100 flex-col items-start gap-2", className)}>
      <Heading className="font-semibold">{title}</Heading>
      <div className="text-ink-2">{children}</div>
      {action}
    </div>
  );
}
