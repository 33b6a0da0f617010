"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/choice.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { useRun } from "../state/debugger-provider.tsx";

const DAYS = [1, 7, 30, 90] as const;
type Days = (typeof DAYS)[number];

/** The sharing options of the run and its existing public links. */
export function ShareForm(): ReactElement {
  const translate = useTranslations("inspector.share");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const { workspace, traceId } = useRun();
  const [days, setDays] = useState<Days>(7);
  const [includeContent, setIncludeContent] = useState(false);
  const create = useMutation(
    api.shares.create.mutationOptions({
      onSuccess: async () =>
        queryClient.invalidateQueries({
          queryKey: api.shares.list.queryKey({ workspace, traceId }),
        }),
    }),
  );
  return (
    <div className="flex flex-col gap-3 text-12">
      <section>
        <h2 className="font-semibold">{translate("members")}</h2>
        <p className="mb-1 text-ink-2">{translate("membersHint")}</p>
        <LinkRow address={window.location.href} label={translate("copyMembers")} />
      </section>
      <section className="border-t border-line pt-3">
        <h2 className="font-semibold">{translate("public")}</h2>
        <p className="text-ink-2">{translate("publicHint")}</p>
        <div className="my-2 flex items-center gap-2">
          <span className="text-ink-2">{translate("ends")}</span>
          <Segmented
            label={translate("ends")}
            value={String(days)}
            onChange={(value) => {
              setDays(DAYS.find((option) => String(option) === value) ?? 7);
            }}
            segments={DAYS.map((option) => ({
              value: String(option),
              label: translate("days", { count: option }),
            }))}
          />
        </div>
        <Checkbox
          checked={includeContent}
          onChange={(event) => {
            setIncludeContent(event.target.checked);
          }}
        >
          {translate("content")}
        </Checkbox>
        <div className="mb-2">
          {includeContent && <p className="text-ink-2">{translate("contentHint")}</p>}
        </div>
        {create.data ? (
          <LinkRow
            address={new URL(create.data.path, window.location.origin).href}
            label={translate("copyPublic")}
            note={translate("once")}
          />
        ) : (
          <Button
            disabled={create.isPending}
            onClick={() => {
              create.mutate({ workspace, traceId, days, includeContent });
            }}
          >
            {translate("create")}
          </Button>
        )}
        {create.error && <FailureNote error={create.error} />}
      </section>
      <Links />
    </div>
  );
}

function LinkRow({
  address,
  label,
  note,
}: {
  readonly address: string;
  readonly label: string;
  readonly note?: string;
}): ReactElement {
  return (
    <>
      <p className="flex items-center gap-1 rounded-md bg-sunken pl-2">
        <code className="min-w-0 flex-1 truncate font-mono text-11" title={address}>
          {address}
        </code>
        <CopyButton text={address} label={label} size="normal" />
      </p>
      {note !== undefined && <p className="mt-1 text-11 text-ink-3">{note}</p>}
    </>
  );
}

function Links(): ReactElement | null {
  const translate = useTranslations("inspector.share");
  const format = useFormat();
  const api = useTRPC();
  const queryClient = useQueryClient();
  const { workspace, traceId } = useRun();
  const input = { workspace, traceId };
  const links = useQuery(api.shares.list.queryOptions(input));
  const revoke = useMutation(
    api.shares.revoke.mutationOptions({
      onSuccess: async () => queryClient.invalidateQueries({ queryKey: api.shares.list.queryKey(input) }),
    }),
  );
  if (links.error) return <FailureNote error={links.error} call="load" />;
  const open = (links.data ?? []).filter((link) => link.revokedAt === null);
  if (open.length === 0) return null;
  return (
    <section className="border-t border-line pt-3">
      <h2 className="font-semibold">{translate("links")}</h2>
      <ul>
        {open.map((link) => (
          <li key={link.id} className="flex min-h-7 items-center gap-2 phone:min-h-11">
            <span className="min-w-0 flex-1 truncate" title={format.momentFully(link.expiresAt)}>
              {translate(link.includeContent ? "linkWithContent" : "linkWithout", {
                person: link.personName,
                until: format.moment(link.expiresAt),
              })}
            </span>
            {link.canRevoke && (
              <Button
                variant="ghost"
                onClick={() => {
                  revoke.mutate({ workspace, id: link.id });
                }}
              >
                {translate("revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
