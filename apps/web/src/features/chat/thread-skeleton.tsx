"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";

const TOOL_ROWS = [0, 1, 2];

/** The placeholder of a loading turn, in the dimensions of a real one: a message, two lines of text, three calls. */
export function ThreadSkeleton(): ReactElement {
  const translate = useTranslations("common");
  return (
    <div role="status">
      <span className="sr-only">{translate("loading")}</span>
      <div className="-mx-4 rounded-md bg-turn px-4 pt-3 pb-4 phone:rounded-none">
        <div className="mb-1 flex h-5 items-center">
          <Skeleton className="w-20" />
        </div>
        <div className="flex h-6 items-center">
          <Skeleton className="w-4/5" />
        </div>
      </div>
      <div className="mt-4 flex flex-col gap-3">
        <div>
          <div className="flex h-6 items-center">
            <Skeleton className="w-11/12" />
          </div>
          <div className="flex h-6 items-center">
            <Skeleton className="w-3/5" />
          </div>
        </div>
        <div className="-mx-4 rounded-md border border-line phone:rounded-none phone:border-x-0">
          {TOOL_ROWS.map((row) => (
            <div
              key={row}
              className="flex h-8 items-center border-line px-[15px] not-first:border-t phone:h-11 pointer-coarse:h-11"
            >
              <Skeleton className="w-1/2" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
