"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Lock, LockOpen, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { profileName } from "./profile-name.ts";
import type { ProfileList, ShownProfile } from "./profile-name.ts";
import { ProfileVersions } from "./profile-versions.tsx";

type ProfileDetailProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  readonly list: ProfileList;
};

/** Characters left from which on a file is nearly full. */
const FEW_LEFT = 150;
/** A person may write more than fits; what does not fit goes to the history. */
const MAX_CHARACTERS = 20_000;

/** One profile file: to read, to edit, and its history. */
export function ProfileDetail({ workspace, file, list }: ProfileDetailProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const api = useTRPC();
  const queries = useQueryClient();
  const options = { onSuccess: async () => queries.invalidateQueries({ queryKey: api.profile.pathKey() }) };
  const lock = useMutation(api.profile.lockSoul.mutationOptions(options));
  const [mode, setMode] = useState<"read" | "edit" | "versions">("read");
  const left = file.budget - file.characters;
  const key = { file: file.file, day: file.day };
  const versions = useQuery(
    api.profile.versions.queryOptions({ workspace, key }, { enabled: mode === "versions" }),
  );
  return (
    <section aria-label={profileName(file)} className="flex min-h-0 min-w-0 flex-col">
      <header className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
        <h2 className="font-mono text-12 font-semibold">{profileName(file)}</h2>
        <span className="text-12 text-ink-2">
          {file.savedAt === null
            ? translate("unwritten")
            : translate(file.byAgent ? "writtenByAgent" : "written", {
                ...{ version: file.version, at: format.moment(file.savedAt) },
              })}
        </span>
        <span className="ml-auto flex gap-1">
          {file.file === "soul" && list.isAdmin && (
            <Button
              variant="ghost"
              icon={list.isLocked ? LockOpen : Lock}
              disabled={lock.isPending}
              onClick={() => {
                lock.mutate({ workspace, isLocked: !list.isLocked });
              }}
            >
              {translate(list.isLocked ? "unlock" : "lock")}
            </Button>
          )}
          {file.version > 0 && (
            <Button
              variant="ghost"
              icon={History}
              aria-pressed={mode === "versions"}
              onClick={() => {
                setMode(mode === "versions" ? "read" : "versions");
              }}
            >
              {translate("versions")}
            </Button>
          )}
          {file.canEdit && mode !== "edit" && (
            <Button
              icon={Pencil}
              onClick={() => {
                setMode("edit");
              }}
            >
              {translate("edit")}
            </Button>
          )}
        </span>
      </header>
      {mode === "edit" ? (
        <ProfileEditor
          workspace={workspace}
          file={file}
          onClose={() => {
            setMode("read");
          }}
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-5">
          {lock.isError && <FailureNote error={lock.error} />}
          {mode === "versions" ? (
            versions.data !== undefined && <ProfileVersions data={versions.data} />
          ) : (
            <>
              {left <= FEW_LEFT && file.characters > 0 && (
                <Note tone="warn">{translate("nearlyFull", { left: format.count(left) })}</Note>
              )}
              {file.text === "" ? (
                <p className="max-w-170 text-ink-2">{translate(`empty.${file.file}`)}</p>
              ) : (
                <Markdown text={file.text} size="interface" className="max-w-170" />
              )}
            </>
          )}
        </div>
      )}
    </section>
  );
}

type ProfileEditorProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  readonly onClose: () => void;
};

function ProfileEditor({ workspace, file, onClose }: ProfileEditorProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const api = useTRPC();
  const queries = useQueryClient();
  const write = useMutation(
    api.profile.write.mutationOptions({
      onSuccess: async () => queries.invalidateQueries({ queryKey: api.profile.pathKey() }),
    }),
  );
  const [text, setText] = useState(file.text === "" ? translate(`template.${file.file}`) : file.text);
  const used = [...text].length;
  const submit = useSubmit(async () => {
    const key = { file: file.file, day: file.day };
    await write.mutateAsync({ workspace, key, version: file.version, text });
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
