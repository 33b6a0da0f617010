"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

type Query<Data> = {
  readonly data: Data | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
};

/** The result of a query, with skeleton rows while it loads and a retry button when it failed. */
export function Loaded<Data>({
  query,
  rows = 8,
  children,
}: {
  readonly query: Query<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}): ReactElement {
  const translate = useTranslations("inspector");
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <SkeletonRows rows={rows} className="px-4 py-2" />;
  return <LoadFailed className="p-4" query={query} title={translate("failed")} />;
}
