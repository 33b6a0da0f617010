import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export type EmptyStateProps = {
  /** For example "Nothing to review". */
  readonly title: string;
  /** Explains what will appear here and where it comes from. */
  readonly children: ReactNode;
  /** The next step: one or two buttons. */
  readonly action?: ReactNode;
  /** `h1` when it is the whole page. Defaults to `h2`. */
  readonly heading?: "h1" | "h2";
  readonly className?: string;
};

/** The empty state of a list or page. */
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
