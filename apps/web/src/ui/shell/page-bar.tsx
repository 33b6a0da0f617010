import type { ReactElement, ReactNode } from "react";

export type PageBarProps = {
  /** The heading of the page. With `headingBelow` it is plain text, because the page has its own heading. */
  readonly title: ReactNode;
  readonly headingBelow?: boolean;
  /** Content after the title: counts, tabs, a badge. */
  readonly children?: ReactNode;
  /** Content at the right edge. */
  readonly actions?: ReactNode;
};

/** The 48 px bar at the top of a page, on the hairline shared by all columns. */
export function PageBar({ title, headingBelow, children, actions }: PageBarProps): ReactElement {
  const Title = headingBelow === true ? "p" : "h1";
  return (
    <header className="flex h-12 min-w-0 flex-none items-center gap-2 border-b border-line pr-3 pl-4">
      <Title className="min-w-0 truncate font-semibold">{title}</Title>
      {children}
      <span className="ml-auto flex flex-none items-center gap-1">{actions}</span>
    </header>
  );
}
