import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Logo } from "./shell/logo.tsx";

export type EmptyStateProps = {
  /** For example "Nothing to review". */
  readonly title: string;
  /** Explains what will appear here and where it comes from. */
  readonly children: ReactNode;
  /** The next step: one or two buttons. */
  readonly action?: ReactNode;
  /** `h1` when it is the whole page. Defaults to `h2`. */
  readonly heading?: "h1" | "h2";
  /** The whole page, with the mark of the product in its middle. */
  readonly centered?: boolean;
  readonly className?: string;
};

/** The empty state of a list or page. */
export function EmptyState({
  title,
  children,
  action,
  heading: Heading = "h2",
  centered = false,
  className,
}: EmptyStateProps): ReactElement {
  return (
    <div
      className={classNames(
        "flex flex-col gap-2",
        centered
          ? "mx-auto min-h-full max-w-120 items-center justify-center text-center"
          : "max-w-100 items-start",
        className,
      )}
    >
      {centered && (
        <span className="mb-2">
          <Logo size={32} />
        </span>
      )}
      <Heading className="font-semibold">{title}</Heading>
      <div className="text-ink-2">{children}</div>
      {action}
    </div>
  );
}
