"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Link } from "../../../ui/link.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";

const HEAD = "h-7 border-b border-line-strong pr-4 font-normal text-12 text-ink-2";
const CELL =
  "h-8 truncate border-b border-line py-1 pr-4 align-top phone:block phone:h-auto phone:border-0 phone:py-0 phone:pr-0 phone:whitespace-normal";

/** Destinations other than a host: this machine, and any. */
const SPECIAL: ReadonlySet<string> = new Set(["", "*"]);

export type SecretUsesProps = { readonly workspace: string; readonly name: string };

/** The calls that used a secret, newest first, each with a link to its entry. */
export function SecretUses({ workspace, name }: SecretUsesProps): ReactElement {
  const translate = useTranslations("secrets");
  const api = useTRPC();
  const list = useInfiniteQuery(
    api.secrets.uses.infiniteQueryOptions(
      { workspace, name },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const uses = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <SkeletonRows rows={3} rowHeight={32} />;
  if (list.isError) return <FailureNote error={list.error} call="load" />;
  if (uses.length === 0) return <p className="text-ink-2">{translate("noUses")}</p>;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-4">
      <table aria-label={translate("usesOf", { name })} className="w-full table-fixed text-left phone:block">
        <thead className="phone:hidden">
          <tr>
            <th className={`${HEAD} w-40`}>{translate("when")}</th>
            <th className={`${HEAD} w-36`}>{translate("tool")}</th>
            <th className={HEAD}>{translate("destination")}</th>
            <th className={`${HEAD} w-32`}>{translate("call")}</th>
          </tr>
        </thead>
        <tbody className="phone:block">
          {uses.map(({ traceId, toolCallId, tool, domain, sequence, at }) => (
            <tr
              key={`${traceId} ${toolCallId} ${domain}`}
              className="phone:block phone:border-b phone:border-line phone:py-2"
            >
              <td className={`${CELL} text-ink-2`}>
                <Time at={at} />
              </td>
              <td className={`${CELL} font-mono text-12`}>{tool}</td>
              <td className={`${CELL} font-mono text-12`} title={domain}>
                {SPECIAL.has(domain) ? translate(domain === "" ? "local" : "anywhere") : domain}
              </td>
              <td className={CELL}>
                <Link href={traceHref(workspace, traceId, { sequence })} className="link">
                  {translate("openCall")}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton list={list}>{translate("more")}</MoreButton>
    </div>
  );
}
