"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";

const CHARTS = ["w-24", "w-20", "w-32", "w-36", "w-24", "w-20"] as const;
const ROWS = 4;

/** The placeholder of the page. Charts and rows are in their final positions, so that nothing moves. */
export function UsageSkeleton(): ReactElement {
  const translate = useTranslations("common");
  return (
    <div role="status">
      <span className="sr-only">{translate("loading")}</span>
      <div className="grid grid-cols-3 max-[1080px]:grid-cols-2 phone:grid-cols-1">
        {CHARTS.map((width, index) => (
          <div key={index} className="h-[181px] border-r border-b border-line px-4 pt-5 pb-2">
            <Skeleton className={width} />
            <Skeleton className="mt-2 w-40" />
            <Skeleton className="mt-6 h-20 w-full" />
          </div>
        ))}
      </div>
      <div className="px-4 pt-4">
        <Skeleton className="mb-5 h-7 w-64" />
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} className="mb-4 w-full" />
        ))}
      </div>
    </div>
  );
}
