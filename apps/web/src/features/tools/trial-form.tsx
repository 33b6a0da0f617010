"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { readJsonObject } from "../../lib/read-json-object.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { Select } from "../../ui/select.tsx";
import { startArguments } from "./trial-arguments.ts";
import { TrialResult } from "./trial-result.tsx";
import type { ShownTool } from "./tool-type.ts";

/** Starts a run that makes one call with typed arguments, and shows its result. The call is real: it does what the tool does. */
export function TrialForm({
  workspace,
  tool,
}: {
  readonly workspace: string;
  readonly tool: ShownTool;
}): ReactElement {
  const translate = useTranslations("tools.trial");
  const api = useTRPC();
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  const [text, setText] = useState(() => startArguments(tool.arguments));
  const [folderId, setFolderId] = useState("");
  const start = useMutation(api.tools.try.mutationOptions());
  const isObject = readJsonObject(text) !== null;
  const submit = useSubmit(async () => {
    const folder = folderId === "" ? null : folderId;
    if (isObject) await start.mutateAsync({ workspace, name: tool.name, arguments: text, folderId: folder });
  });
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} aria-label={translate("title")} className="flex flex-col gap-3">
        <p className="max-w-170 text-12 text-ink-2">{translate("about")}</p>
        <JsonField
          label={translate("arguments")}
          error={isObject ? null : translate("noObject")}
          value={text}
          onChange={setText}
        />
        <Field label={translate("folder")} className="max-w-100">
          {(control) => (
            <Select
              {...control}
              value={folderId}
              onChange={(event) => {
                setFolderId(event.target.value);
              }}
            >
              <option value="">{translate("noFolder")}</option>
              {folders.data?.map(({ id, name, path }) => (
                <option key={id} value={id}>
                  {`${name} (${path})`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div>
          <Button type="submit" icon={Play} disabled={start.isPending || !isObject}>
            {translate("call")}
          </Button>
        </div>
        {start.isError && <FailureNote error={start.error} />}
      </form>
      {start.isSuccess && (
        <TrialResult key={start.data.traceId} workspace={workspace} traceId={start.data.traceId} />
      )}
    </div>
  );
}
