"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { LIMITS_ID } from "../../lib/limits-id.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Input } from "../../ui/input.tsx";
import { changedLimits, LIMITS } from "./limit-changes.ts";

const HEAD = "h-7 border-b border-line-strong px-2 font-normal";
const CELL = "h-7 border-b border-line px-2 whitespace-nowrap";

/** The limits of the workspace, the person and each key, with their current use. Owners and admins lower the limits. */
export function Limits({ workspace }: { readonly workspace: string }): ReactElement | null {
  const translate = useTranslations("usage.limits");
  const format = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const quotas = useQuery(trpc.quotas.list.queryOptions({ workspace }));
  const save = useMutation(
    trpc.quotas.save.mutationOptions({
      onSuccess: () => {
        setTyped({});
        void queries.invalidateQueries({ queryKey: trpc.quotas.list.queryKey({ workspace }) });
      },
    }),
  );
  const items = quotas.data?.items ?? [];
  const submit = useSubmit(
    async () => await save.mutateAsync({ workspace, limits: changedLimits(items, typed) }),
  );
  if (quotas.isError) return <FailureNote error={quotas.error} call="load" />;
  if (quotas.data === undefined) return null;
  const rows = LIMITS.flatMap((name) =>
    items.filter((item) => item.name === name).map((item) => ({ ...item, name })),
  );
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 px-4 pt-6">
      <h2 id={LIMITS_ID} className="text-14 font-semibold">
        {translate("title")}
      </h2>
      <p className="text-12 text-ink-2">{translate("text")}</p>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={translate("title")}>
        <table className="border-separate border-spacing-0 text-12">
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col" className={HEAD}>
                {translate("name")}
              </th>
              <th scope="col" className={HEAD}>
                {translate("used")}
              </th>
              <th scope="col" className={HEAD}>
                {translate("limit")}
              </th>
              <th scope="col" className={HEAD}>
                {translate("highest")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, used, limit, highest }) => (
              <tr key={name}>
                <th scope="row" className={`${CELL} text-left font-normal phone:whitespace-normal`}>
                  {translate(`names.${name}`)}
                </th>
                <td className={CELL}>{format.count(used)}</td>
                <td className={CELL}>
                  {quotas.data.editable ? (
                    <div className="w-20 py-0.5">
                      <Input
                        type="number"
                        min={1}
                        max={highest}
                        aria-label={translate(`names.${name}`)}
                        value={typed[name] ?? String(limit)}
                        onChange={(event) => {
                          setTyped({ ...typed, [name]: event.target.value });
                        }}
                      />
                    </div>
                  ) : (
                    format.count(limit)
                  )}
                </td>
                <td className={CELL}>{format.count(highest)}</td>
              </tr>
            ))}
            {quotas.data.endpoints.map(({ reference, limit }) => (
              <tr key={reference}>
                <th scope="row" className={`${CELL} text-left font-normal phone:whitespace-normal`}>
                  {translate("endpoint", { model: reference })}
                </th>
                <td className={CELL}>{translate("notCounted")}</td>
                <td className={CELL}>{format.count(limit)}</td>
                <td className={CELL}>{translate("notCounted")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {save.isError && <FailureNote error={save.error} />}
      {quotas.data.editable && (
        <div>
          <Button type="submit" disabled={save.isPending || Object.keys(typed).length === 0}>
            {translate("save")}
          </Button>
        </div>
      )}
    </form>
  );
}
