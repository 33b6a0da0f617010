"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ReactElement } from "react";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../button.tsx";
import { FailureNote } from "../failure-note.tsx";
import { Skeleton } from "../skeleton.tsx";

export type AlwaysLayer = "conversation" | "workspace";

export type AlwaysChoicesProps = {
  readonly workspace: string;
  readonly request: Pick<RequestView, "traceId" | "id">;
  readonly isPending: boolean;
  readonly onChoose: (choice: { readonly layer: AlwaysLayer; readonly rule: string }) => void;
  readonly onCancel: () => void;
};

const LAYERS = ["conversation", "workspace"] as const;

/** The exact rules that a person may write with an approval, narrowest first, or why no rule can allow the call. */
export function AlwaysChoices(props: AlwaysChoicesProps): ReactElement {
  const { workspace, request, isPending, onChoose, onCancel } = props;
  const translate = useTranslations("requests.always");
  const api = useTRPC();
  const { traceId, id } = request;
  const always = useQuery(
    api.requests.always.queryOptions({ workspace, traceId, id }, { staleTime: 0, gcTime: 0 }),
  );
  const list = useRef<HTMLDivElement>(null);
  const isLoaded = always.data !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  return (
    <div
      ref={list}
      className="flex min-w-0 flex-1 basis-full flex-col gap-2"
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      {always.isPending && <Skeleton className="h-7 w-60 max-w-full" />}
      {always.isError && <FailureNote error={always.error} call="load" />}
      {always.data?.obstacle != null && (
        <p role="status" className="text-12 text-ink-2">
          {translate(`obstacles.${always.data.obstacle}`)}
        </p>
      )}
      {LAYERS.map((layer) => {
        const rules = always.data?.choices.filter((choice) => choice.layer === layer) ?? [];
        if (rules.length === 0) return null;
        return (
          <section key={layer} className="flex flex-col items-start gap-1">
            <h3 className="text-12 text-ink-2">{translate(`layers.${layer}`)}</h3>
            <ul aria-label={translate(`layers.${layer}`)} className="flex max-w-full flex-wrap gap-2">
              {rules.map(({ rule }) => (
                <li key={rule} className="min-w-0">
                  <Button
                    disabled={isPending}
                    className="h-auto! min-h-7 max-w-full py-1 text-left font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-line phone:min-h-11"
                    onClick={() => {
                      onChoose({ layer, rule });
                    }}
                  >
                    {rule}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <div>
        <Button variant="ghost" onClick={onCancel}>
          {translate("cancel")}
        </Button>
      </div>
    </div>
  );
}
