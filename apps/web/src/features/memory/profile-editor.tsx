"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { profileName } from "./profile-name.ts";
import type { ShownProfile } from "./profile-name.ts";
import { replaceSection, splitSections } from "./profile-sections.ts";

/** A person may write more than fits; what does not fit goes to the history. */
const MAX_CHARACTERS = 20_000;

type ProfileEditorProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  /** The index of the section to edit; null for the whole file. */
  readonly section: number | null;
  readonly onClose: () => void;
};

/** A text field for a profile file, or for one of its sections, with what is left of the budget. */
export function ProfileEditor({ workspace, file, section, onClose }: ProfileEditorProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const api = useTRPC();
  const queries = useQueryClient();
  const write = useMutation(
    api.profile.write.mutationOptions({
      onSuccess: async () => queries.invalidateQueries({ queryKey: api.profile.pathKey() }),
    }),
  );
  const [text, setText] = useState(() => {
    if (section !== null) return splitSections(file.text)[section] ?? "";
    return file.text === "" ? translate(`template.${file.file}`) : file.text;
  });
  const whole = section === null ? text : replaceSection(file.text, { index: section, part: text });
  const used = [...whole].length;
  const submit = useSubmit(async () => {
    const key = { file: file.file, day: file.day };
    await write.mutateAsync({ workspace, key, version: file.version, text: whole });
    onClose();
  });
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <textarea
        aria-label={profileName(file)}
        spellCheck={false}
        rows={16}
        maxLength={MAX_CHARACTERS}
        value={text}
        className={`${CONTROL_CLASS} m-6 mb-2 min-h-60 w-auto flex-1 resize-none px-3 py-2 font-mono text-12`}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <p className="px-6 pb-3 text-12 text-ink-2">{translate("sections")}</p>
      {write.isError && <FailureNote error={write.error} />}
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-6 py-3">
        <Button variant="primary" type="submit" disabled={write.isPending}>
          {translate("save")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("cancel")}
        </Button>
        <span className={`ml-auto text-12 ${used > file.budget ? "text-warn" : "text-ink-2"}`}>
          {used > file.budget
            ? translate("tooLong", { over: format.count(used - file.budget) })
            : translate("used", { used: format.count(used), budget: format.count(file.budget) })}
        </span>
      </footer>
    </form>
  );
}
