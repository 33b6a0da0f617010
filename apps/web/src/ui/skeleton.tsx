import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";

/** A gray placeholder bar for text that is loading. Set its size with classes. */
export function Skeleton({ className }: { readonly className?: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={classNames("block h-3 animate-pulse rounded-sm bg-ink/8", className)}
    />
  );
}

export type SkeletonRowsProps = {
  readonly rows: number;
  /** The exact height of the loaded rows in pixels, so that nothing shifts. Defaults to 28. */
  readonly rowHeight?: number;
  readonly className?: string;
};

// Fixed uneven widths look like text and match between server and browser.
const WIDTHS = ["w-3/5", "w-4/5", "w-1/2", "w-2/3", "w-3/4"] as const;

/** The skeleton of a list, announced once to screen readers. */
export function SkeletonRows({ rows, rowHeight = 28, className }: SkeletonRowsProps): ReactElement {
  const translate = useTranslations("common");
  return (
    <div role="status" className={className}>
      <span className="sr-only">{translate("loading")}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center" style={{ height: rowHeight }}>
          <Skeleton className={WIDTHS[index % WIDTHS.length]} />
        </div>
      ))}
    </div>
  );
}
