"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import type { ServerPlace } from "./server-type.ts";

/** Text that a server wrote to its error output. */
export function ServerLog({ place }: { readonly place: ServerPlace }): ReactElement {
  const translate = useTranslations("mcp");
  const api = useTRPC();
  const log = useQuery(api.mcp.log.queryOptions(place, { staleTime: 0 }));
  if (log.isPending) return <SkeletonRows rows={2} rowHeight={20} />;
  if (log.isError) return <FailureNote error={log.error} call="load" />;
  if (log.data.text.trim() === "") return <p className="text-12 text-ink-2">{translate("noLog")}</p>;
  return <CodeBlock code={log.data.text} className="[&>pre]:max-h-80" />;
}
