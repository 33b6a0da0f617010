"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { LIMITS_ID } from "../../lib/limits-id.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { KeyForm } from "./key-form.tsx";
import { SecretLine } from "./secret-line.tsx";

type Key = RouterOutputs["keys"]["list"]["items"][number];

/** API keys: create, see once, revoke. */
export function KeysSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("settings.keys");
  const api = useTRPC();
  const queries = useQueryClient();
  const keys = useQuery(api.keys.list.queryOptions({ workspace }));
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.keys.list.pathKey() });
  };
  const items = keys.data?.items ?? [];
  return (
    <section className="flex flex-col gap-4">
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">
            {translate("text")}{" "}
            {translate.rich("limits", {
              link: (text) => (
                <Link href={`/w/${workspace}/usage#${LIMITS_ID}`} className="link">
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
        {keys.data !== undefined && !making && (
          <Button
            icon={Plus}
            onClick={() => {
              setMaking(true);
            }}
          >
            {translate("add")}
          </Button>
        )}
      </header>
      {secret !== null && (
        <Note tone="ok">
          <p>{translate("made")}</p>
          <SecretLine text={secret} label={translate("secret")} copyLabel={translate("copy")} />
          <div className="mt-2">
            <Button
              onClick={() => {
                setSecret(null);
              }}
            >
              {translate("close")}
            </Button>
          </div>
        </Note>
      )}
      {making && keys.data !== undefined && (
        <KeyForm
          workspace={workspace}
          scopes={keys.data.scopes}
          onCreated={(newSecret) => {
            setMaking(false);
            setSecret(newSecret);
            reload();
          }}
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
      {keys.isPending && <SkeletonRows rows={3} rowHeight={52} />}
      {keys.isError && <FailureNote error={keys.error} call="load" />}
      {keys.data !== undefined && items.length === 0 && !making && (
        <EmptyState title={translate("empty")}>{translate("emptyText")}</EmptyState>
      )}
      <ul className="border-y border-line empty:hidden">
        {items.map((key) => (
          <KeyRow key={key.id} workspace={workspace} item={key} onChanged={reload} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({
  workspace,
  item,
  onChanged,
}: {
  readonly workspace: string;
  readonly item: Key;
  readonly onChanged: () => void;
}): ReactElement {
  const translate = useTranslations("settings.keys");
  const format = useFormat();
  const api = useTRPC();
  const revoke = useMutation(api.keys.revoke.mutationOptions({ onSuccess: onChanged }));
  const at = format.moment(item.createdAt);
  const facts = [
    translate("ending", { hint: item.hint }),
    item.mine || item.ownerName === null
      ? translate("madeByYou", { at })
      : translate("madeBy", { at, name: item.ownerName }),
    item.lastUsedAt === null
      ? translate("neverUsed")
      : translate("lastUsed", { at: format.moment(item.lastUsedAt) }),
  ];
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-semibold [overflow-wrap:anywhere]">{item.name}</span>
            {item.scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </div>
          <div className="text-12 text-ink-2">{facts.join(" · ")}</div>
        </div>
        <Button
          variant="danger"
          aria-label={translate("revokeNamed", { name: item.name })}
          disabled={revoke.isPending}
          onClick={() => {
            revoke.mutate({ workspace, id: item.id });
          }}
        >
          {translate("revoke")}
        </Button>
      </div>
      {revoke.isError && <FailureNote error={revoke.error} />}
    </li>
  );
}
