"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { SavedMeanwhile } from "../../ui/saved-meanwhile.tsx";
import { useToast } from "../../ui/toast.tsx";
import { profileDraftKey, profileName } from "./profile-name.ts";
import type { ShownProfile } from "./profile-name.ts";
import { replaceSection, splitSections } from "./profile-sections.ts";

/** A person may write more than fits; the rest is moved to the history. */
const MAX_CHARACTERS = 20_000;

type ProfileEditorProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  /** The index of the section to edit; null for the whole file. */
  readonly section: number | null;
  readonly onClose: () => void;
};

/**
 * A text field for a profile file, or for one of its sections, with the remaining budget. Typed text is kept when the editor is left without
 * saving, and when another person or an agent saves the file meanwhile; the editor then shows their changes.
 */
export function ProfileEditor({
  workspace,
  file: newest,
  section: opened,
  onClose,
}: ProfileEditorProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const api = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: api.profile.pathKey() });
  const write = useMutation(
    api.profile.write.mutationOptions({
      onSuccess: refresh,
      // A refused change means that there is a newer version to show.
      onError: () => void refresh(),
    }),
  );
  const [draft, keep] = useKeptDraft(profileDraftKey(workspace, newest));
  const [begun, setBegun] = useState(
    draft ?? { version: newest.version, base: newest.text, part: opened, text: null },
  );
  const { version, base, part } = begun;
  const isOld = newest.version !== version && !write.isPending && !write.isSuccess;
  const unchanged =
    part === null
      ? base === ""
        ? translate(`template.${newest.file}`)
        : base
      : (splitSections(base)[part] ?? "");
  const [text, setText] = useState(begun.text ?? unchanged);
  // The person undid Cancel while the editor was open again.
  if (draft !== null && text === unchanged && draft.text !== text) {
    setBegun(draft);
    setText(draft.text);
  }
  const whole = part === null ? text : replaceSection(base, { index: part, part: text });
  const used = [...whole].length;
  const submit = useSubmit(async () => {
    const key = { file: newest.file, day: newest.day };
    await write.mutateAsync({ workspace, key, version, text: whole });
    keep(null);
    onClose();
  });
  const type = (typed: string): void => {
    setText(typed);
    keep(typed === unchanged ? null : { version, base, part, text: typed });
  };
  const goOn = (): void => {
    // The newest version may have different sections, so from here on the whole text is edited.
    const next = { version: newest.version, base: newest.text, part: null, text: whole };
    setBegun(next);
    setText(whole);
    keep(next);
    write.reset();
  };
  const cancel = (): void => {
    if (draft !== null) {
      const undo = (): void => {
        keep(draft);
      };
      toast({ text: translate("discarded", { file: profileName(newest) }), undo });
    }
    keep(null);
    onClose();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-6 pt-6 pb-3">
        <textarea
          aria-label={profileName(newest)}
          spellCheck={false}
          rows={16}
          maxLength={MAX_CHARACTERS}
          value={text}
          className={`${CONTROL_CLASS} min-h-60 flex-1 resize-none px-3 py-2 font-mono text-12`}
          onChange={(event) => {
            type(event.target.value);
          }}
        />
        <p className="text-12 text-ink-2">{translate("sections")}</p>
        {write.isError && !isOld && <FailureNote error={write.error} />}
        {isOld && <SavedMeanwhile before={base} after={newest.text} version={newest.version} onGoOn={goOn} />}
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-6 py-3">
        <Button variant="primary" type="submit" disabled={write.isPending || isOld}>
          {translate("save")}
        </Button>
        <Button variant="ghost" onClick={cancel}>
          {translate("cancel")}
        </Button>
        <span className={`ml-auto text-12 ${used > newest.budget ? "text-warn" : "text-ink-2"}`}>
          {used > newest.budget
            ? translate("tooLong", { over: used - newest.budget })
            : translate("used", { used: format.count(used), budget: format.count(newest.budget) })}
        </span>
      </footer>
    </form>
  );
}
