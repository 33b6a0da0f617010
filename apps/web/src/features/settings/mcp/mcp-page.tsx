"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ServerList } from "./server-list.tsx";
import { SignInReturn } from "./sign-in-return.tsx";

/** The MCP servers of the workspace and of its project folders: add, check, remove, and the approval of their tools. */
export function McpPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("mcp");
  const api = useTRPC();
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  const [folder, setFolder] = useState("");
  return (
    <section className="flex flex-col gap-4">
      <header>
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="text-ink-2">{translate("text")}</p>
      </header>
      <SignInReturn workspace={workspace} />
      {folders.data !== undefined && folders.data.length > 0 && (
        <Field label={translate("folder")} hint={translate("folderHint")} className="max-w-80">
          {(control) => (
            <Select
              {...control}
              value={folder}
              onChange={(event) => {
                setFolder(event.target.value);
              }}
            >
              <option value="">{translate("noFolder")}</option>
              {folders.data.map(({ id, name, path }) => (
                <option key={id} value={path}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <ServerList key={folder} workspace={workspace} projectFolder={folder === "" ? null : folder} />
    </section>
  );
}
