"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { readJsonObject } from "../../../lib/read-json-object.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { JsonField } from "../../../ui/json-field.tsx";
import { emptyArguments } from "./definition-text.ts";
import type { ServerPlace } from "./server-type.ts";

export type ToolTrialProps = {
  readonly place: ServerPlace;
  readonly tool: string;
  /** The JSON schema of the arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
};

/** Calls a tool with typed arguments and shows its result. The call is real: it does what the tool does. */
export function ToolTrial({ place, tool, schema }: ToolTrialProps): ReactElement {
  const translate = useTranslations("mcp.trial");
  const format = useFormat();
  const api = useTRPC();
  const [text, setText] = useState(() => emptyArguments(schema));
  const call = useMutation(api.mcp.callTool.mutationOptions());
  // An empty field means no arguments.
  const input = text.trim() === "" ? {} : readJsonObject(text);
  const submit = useSubmit(async () => {
    if (input !== null) await call.mutateAsync({ ...place, tool, arguments: input });
  });
  return (
    <form onSubmit={submit} aria-label={translate("title", { tool })} className="flex flex-col gap-2">
      <JsonField
        label={translate("arguments")}
        hint={translate("hint")}
        error={input === null ? translate("noObject") : null}
        value={text}
        onChange={setText}
      />
      <div>
        <Button type="submit" disabled={call.isPending || input === null}>
          {translate(call.isPending ? "calling" : "call")}
        </Button>
      </div>
      {call.isError && <FailureNote error={call.error} />}
      {call.isSuccess && (
        <div role="status" className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
            <Badge tone={call.data.outcome === "ok" ? "ok" : "error"}>
              {translate(`outcomes.${call.data.outcome}`)}
            </Badge>
            {format.duration(call.data.durationMs)}
          </div>
          {call.data.text === "" && call.data.files.length === 0 && (
            <p className="text-12 text-ink-2">{translate("noText")}</p>
          )}
          {call.data.text !== "" && <CodeBlock code={call.data.text} wrap foldAfter={40} />}
          <ul className="font-mono text-12 empty:hidden">
            {call.data.files.map(({ name, mediaType, base64 }, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                <a className="link" download={name} href={`data:${mediaType};base64,${base64}`}>
                  {name}
                </a>{" "}
                {mediaType}
                {mediaType.startsWith("image/") && (
                  // The Next.js image component would fetch and resize on the server, but this image is already here.
                  <img
                    src={`data:${mediaType};base64,${base64}`}
                    alt={translate("image", { name, tool })}
                    className="my-1 block max-h-80 max-w-full rounded-md border border-line"
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
