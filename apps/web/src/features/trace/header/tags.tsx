"use client";
import { Tag, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { useAnnotate, useAnnotations } from "./use-annotations.ts";

/** The tags of the run, with a popover that adds and removes them. */
export function Tags(): ReactElement {
  const translate = useTranslations("inspector.tags");
  const { workspace } = useRun();
  const trace = useLog((log) => log.trace);
  const { annotations } = useAnnotations();
  const { tag } = useAnnotate();
  const [text, setText] = useState("");
  const tags = annotations?.tags ?? trace.tags;
  const change = (add: readonly string[], remove: readonly string[]): void => {
    tag.mutate({ workspace, traceIds: [trace.id], add: [...add], remove: [...remove] });
  };
  return (
    <Popover
      label={translate("title")}
      trigger={
        <button
          type="button"
          className="flex h-6 max-w-60 flex-none items-center gap-1 rounded-sm px-1 text-12 text-ink-2 hover:bg-ink/6 hover:text-ink phone:h-11"
        >
          <Icon icon={Tag} size={12} />
          <span className="truncate">{tags.length === 0 ? translate("add") : tags.join(", ")}</span>
        </button>
      }
    >
      <ul className="mb-2 flex flex-wrap gap-1">
        {tags.map((name) => (
          <li key={name} className="flex h-6 items-center gap-1 rounded-sm bg-ink/6 pl-2 text-12 phone:h-11">
            {name}
            <IconButton
              size="small"
              label={translate("remove", { tag: name })}
              icon={X}
              onClick={() => {
                change([], [name]);
              }}
            />
          </li>
        ))}
      </ul>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") return;
          change([text.trim()], []);
          setText("");
        }}
      >
        <Input
          value={text}
          maxLength={40}
          aria-label={translate("new")}
          placeholder={translate("new")}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <Button type="submit">{translate("addVerb")}</Button>
      </form>
      {tag.error && <FailureNote error={tag.error} />}
    </Popover>
  );
}
