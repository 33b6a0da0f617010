"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Field } from "../../../ui/field.tsx";
import { CONTROL_CLASS } from "../../../ui/input.tsx";
import { launchText, type PastedServer, readPastedServers, writeServers } from "./read-pasted-servers.ts";

export type ServerFormProps = {
  readonly workspace: string;
  /** The server to edit; null for new ones. */
  readonly server: PastedServer | null;
  /** Called with the names of the servers that were saved. */
  readonly onSaved: (names: readonly string[]) => void;
  readonly onClose: () => void;
};

/** A form for servers: known ones in one click, others as the configuration that their authors publish. */
export function ServerForm({ workspace, server, onSaved, onClose }: ServerFormProps): ReactElement {
  const translate = useTranslations("mcp.form");
  const api = useTRPC();
  const known = useQuery(api.mcp.known.queryOptions({ workspace }, { enabled: server === null }));
  const [text, setText] = useState(server === null ? "" : writeServers(server));
  const save = useMutation(api.mcp.save.mutationOptions());
  const pasted = readPastedServers(text);
  const saveAll = async (servers: readonly PastedServer[]): Promise<void> => {
    const names: string[] = [];
    for (const { name, settings } of servers)
      names.push((await save.mutateAsync({ workspace, name, settings })).name);
    onSaved(names);
  };
  const submit = useSubmit(async () => {
    if (pasted.problem === null) await saveAll(pasted.servers);
  });
  const problem =
    text.trim() === "" || pasted.problem === null
      ? null
      : translate(`problems.${pasted.problem}`, { name: pasted.name });
  return (
    <form
      onSubmit={submit}
      aria-label={server === null ? translate("title") : translate("titleNamed", { name: server.name })}
      className="flex flex-col gap-4 rounded-md bg-sunken p-4"
    >
      {server === null && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{translate("known")}</h2>
          <p className="text-12 text-ink-2">{translate("knownText")}</p>
          {known.isError && <FailureNote error={known.error} call="load" />}
          <ul className="grid grid-cols-2 gap-2 empty:hidden phone:grid-cols-1">
            {known.data?.map((one) => (
              <li key={one.name} className="flex items-center gap-2">
                <Button
                  icon={Plus}
                  title={launchText(one.settings)}
                  disabled={save.isPending}
                  onClick={() => {
                    // The mutation holds a failure, which is shown below.
                    saveAll([one]).catch(() => undefined);
                  }}
                >
                  {one.name}
                </Button>
                {isDescribed(one.name) && (
                  <p className="min-w-0 text-12 text-ink-2">{translate(`about.${one.name}`)}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Field
        label={translate("configuration")}
        hint={server === null ? translate("configurationHint") : translate("editHint")}
        error={problem}
      >
        {(control) => (
          <textarea
            {...control}
            rows={10}
            spellCheck={false}
            autoComplete="off"
            placeholder={writeServers(EXAMPLE)}
            value={text}
            className={`${CONTROL_CLASS} min-h-40 resize-y px-3 py-2 font-mono text-12`}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      {save.isError && <FailureNote error={save.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={save.isPending || pasted.problem !== null}>
          {server === null
            ? translate("save", { count: pasted.problem === null ? pasted.servers.length : 1 })
            : translate("saveEdit")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Known servers that a sentence of the form describes. */
const DESCRIBED = ["playwright", "filesystem", "sqlite", "context7", "puppeteer", "everything"] as const;

function isDescribed(name: string): name is (typeof DESCRIBED)[number] {
  return DESCRIBED.some((described) => described === name);
}

const EXAMPLE: PastedServer = {
  name: "docs",
  settings: { url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer …" } },
};
