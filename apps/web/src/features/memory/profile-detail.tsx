"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { History, Lock, LockOpen, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ProfileEditor } from "./profile-editor.tsx";
import { profileDraftKey, profileName } from "./profile-name.ts";
import type { ProfileHistory, ProfileList, ShownProfile } from "./profile-name.ts";
import { sectionTitle, splitSections } from "./profile-sections.ts";
import { ProfileOrigin } from "./profile-origin.tsx";
import { ProfileVersions } from "./profile-versions.tsx";

type ProfileDetailProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  readonly list: ProfileList;
};

/** A file with fewer remaining characters is nearly full. */
const FEW_LEFT = 150;

/** The title of the section that a longer text would truncate. */
function lastSection(text: string): string {
  return sectionTitle(splitSections(text).at(-1) ?? "");
}

/** One profile file: to read, to edit, and its history. */
export function ProfileDetail({ workspace, file, list }: ProfileDetailProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const api = useTRPC();
  const queries = useQueryClient();
  const options = { onSuccess: async () => queries.invalidateQueries({ queryKey: api.profile.pathKey() }) };
  const lock = useMutation(api.profile.lockSoul.mutationOptions(options));
  const [draft] = useKeptDraft(profileDraftKey(workspace, file));
  const [isEditing, setEditing] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const [section, setSection] = useState<number | null>(null);
  const mode = showsVersions ? "versions" : isEditing || (draft !== null && file.canEdit) ? "edit" : "read";
  const edit = (index: number | null): void => {
    setSection(index);
    setEditing(true);
    setShowsVersions(false);
  };
  const left = file.budget - file.characters;
  const key = { file: file.file, day: file.day };
  const history = useQuery(
    api.profile.history.queryOptions({ workspace, key }, { enabled: file.version > 0 }),
  );
  return (
    <section aria-label={profileName(file)} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
        <h2 className="font-mono text-12 font-semibold">{profileName(file)}</h2>
        <span className="text-12 text-ink-2">
          {file.savedAt === null
            ? translate("unwritten")
            : translate(
                file.byAgent ? "writtenByAgent" : file.personId === "" ? "writtenByDefault" : "written",
                {
                  ...{ version: file.version, at: format.moment(file.savedAt) },
                },
              )}
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
                setShowsVersions(!showsVersions);
              }}
            >
              {translate("versions")}
            </Button>
          )}
          {file.canEdit && mode !== "edit" && (
            <Button
              icon={Pencil}
              onClick={() => {
                edit(null);
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
          section={section}
          onClose={() => {
            setEditing(false);
          }}
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-5">
          {lock.isError && <FailureNote error={lock.error} />}
          {mode === "versions" ? (
            <>
              {draft !== null && <Note className="max-w-190">{translate("unsavedBeside")}</Note>}
              <LoadedVersions workspace={workspace} history={history} />
            </>
          ) : (
            <>
              {left <= FEW_LEFT && file.characters > 0 && (
                <Note tone="warn" className="max-w-170">
                  {translate("nearlyFull", {
                    left,
                    section: lastSection(file.text) || profileName(file),
                  })}
                </Note>
              )}
              {file.text === "" ? (
                <p className="max-w-170 text-ink-2">{translate(`empty.${file.file}`)}</p>
              ) : (
                splitSections(file.text).map((part, index) => (
                  <Section
                    key={index}
                    part={part}
                    onEdit={
                      file.canEdit
                        ? () => {
                            edit(index);
                          }
                        : null
                    }
                  />
                ))
              )}
              {history.data !== undefined && (
                <ProfileOrigin workspace={workspace} file={file} history={history.data} />
              )}
            </>
          )}
        </div>
      )}
    </section>
  );
}

function LoadedVersions({
  workspace,
  history,
}: {
  readonly workspace: string;
  readonly history: UseQueryResult<ProfileHistory, unknown>;
}): ReactElement {
  const translate = useTranslations("profile");
  if (history.isPending) return <SkeletonRows rows={4} rowHeight={28} />;
  if (history.isError) return <LoadFailed className="" query={history} title={translate("versionsFailed")} />;
  return <ProfileVersions workspace={workspace} data={history.data} />;
}

/** A section with its button, which is beside the title. */
function Section({
  part,
  onEdit,
}: {
  readonly part: string;
  readonly onEdit: (() => void) | null;
}): ReactElement {
  const translate = useTranslations("profile");
  return (
    <div className="group/section relative max-w-170 pr-10">
      <Markdown text={part} size="interface" />
      {onEdit !== null && (
        <span className="absolute top-0 right-0 opacity-0 group-hover/section:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
          <IconButton
            label={translate("editSection", { title: sectionTitle(part) })}
            icon={Pencil}
            size="small"
            onClick={onEdit}
          />
        </span>
      )}
    </div>
  );
}
