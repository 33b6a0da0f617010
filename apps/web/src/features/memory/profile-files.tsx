"use client";
import { useQuery } from "@tanstack/react-query";
import { FileText, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { BackOnPhone } from "../../ui/back-on-phone.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ProfileDetail } from "./profile-detail.tsx";
import { profileDraftKey, profileName } from "./profile-name.ts";
import type { ShownProfile } from "./profile-name.ts";
import { useMemoryAddress } from "./use-memory-address.ts";

/** A file that uses this share of its budget or more is marked. */
const NEARLY_FULL = 0.9;

/** The profile files that every conversation begins with: each with its budget, its text and its history. */
export function ProfileFiles({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("profile");
  const api = useTRPC();
  const list = useQuery(api.profile.list.queryOptions({ workspace }));
  const { entry: chosen, go } = useMemoryAddress();
  if (list.isPending) return <SkeletonRows rows={5} rowHeight={60} className="px-4" />;
  if (list.isError) return <LoadFailed query={list} title={translate("failed")} />;
  const { files, archived } = list.data;
  const shown = files.find((file) => profileName(file) === chosen) ?? files[1];
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[320px_minmax(0,1fr)] grid-rows-1 phone:flex phone:flex-col">
      <div
        className={classNames(
          "min-h-0 overflow-y-auto border-r border-line phone:flex-1 phone:border-r-0",
          chosen !== null && "phone:hidden",
        )}
      >
        <ul aria-label={translate("files")}>
          {files.map((file) => (
            <FileRow
              key={profileName(file)}
              workspace={workspace}
              file={file}
              isLocked={file.file === "soul" && list.data.isLocked}
              isToday={file.day === list.data.today}
              isShown={file === shown}
              onOpen={() => {
                go({ entry: profileName(file) });
              }}
            />
          ))}
        </ul>
        {archived > 0 && (
          <p className="px-4 py-3 text-12 text-ink-2">{translate("archived", { count: archived })}</p>
        )}
      </div>
      {shown !== undefined && (
        <div
          className={classNames("flex min-h-0 min-w-0 flex-1 flex-col", chosen === null && "phone:hidden")}
        >
          <BackOnPhone
            label={translate("back")}
            onBack={() => {
              go({ entry: null });
            }}
          />
          <ProfileDetail key={profileName(shown)} workspace={workspace} file={shown} list={list.data} />
        </div>
      )}
    </div>
  );
}

type FileRowProps = {
  readonly workspace: string;
  readonly file: ShownProfile;
  readonly isLocked: boolean;
  readonly isToday: boolean;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

function FileRow({ workspace, file, isLocked, isToday, isShown, onOpen }: FileRowProps): ReactElement {
  const translate = useTranslations("profile");
  const format = useFormat();
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(profileDraftKey(workspace, file));
  const share = Math.min(1, file.characters / file.budget);
  const about = file.file === "daily" ? (isToday ? "today" : "day") : file.file;
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isShown ? "true" : undefined}
        onClick={onOpen}
        className={classNames(
          "flex w-full flex-col gap-1 px-4 py-2 text-left -outline-offset-2",
          isShown ? "bg-accent-soft" : "hover:bg-ink/4",
        )}
      >
        <span className="flex items-center gap-2">
          <Icon icon={isLocked ? Lock : FileText} size={14} className="text-ink-2" />
          <span className="min-w-0 flex-1 truncate font-mono text-12">{profileName(file)}</span>
          <span className="text-12 text-ink-2">
            {translate("used", { used: format.count(file.characters), budget: format.count(file.budget) })}
          </span>
        </span>
        <span className="flex gap-2 text-12 text-ink-2">
          <span className="min-w-0 flex-1">
            {translate(isLocked ? "about.lockedSoul" : `about.${about}`)}
          </span>
          {draft !== null && <span className="flex-none text-warn">{common("unsaved")}</span>}
        </span>
        <span className="h-1 w-full overflow-hidden rounded-sm bg-ink/10">
          <span
            className={classNames("block h-full", share >= NEARLY_FULL ? "bg-warn" : "bg-ink-3")}
            style={{ width: `${String(share * 100)}%` }}
          />
        </span>
      </button>
    </li>
  );
}
