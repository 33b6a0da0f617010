"use client";
import { FileArchive, Folder, Upload, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";
import { readChosenFiles } from "./upload-files.ts";
import { useSkillAddress } from "./use-skill-address.ts";
import { useSkillChanges } from "./use-skill-changes.ts";

/** Uploads a skill: a folder or a zip archive. */
export function UploadButton({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("skills.upload");
  const toast = useToast();
  const { go } = useSkillAddress();
  const { upload } = useSkillChanges();
  const failureText = useFailureText();
  const folder = useRef<HTMLInputElement>(null);
  const archive = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const failure = isTooLarge
    ? translate("tooLarge")
    : upload.isError
      ? failureText(upload.error, "change").message
      : null;

  const send = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    const files = await readChosenFiles(chosen);
    setTooLarge(files === null);
    if (files === null) return;
    upload.mutate(
      { workspace, ...files },
      {
        onSuccess: ({ id, version, warnings }) => {
          toast({ text: translate("done", { version, warnings }) });
          go({ skill: id });
        },
      },
    );
  };
  const field = (ref: typeof folder, label: string, attributes: object): ReactElement => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      {...attributes}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])];
        event.target.value = "";
        void send(chosen);
      }}
    />
  );
  return (
    <>
      {failure !== null && (
        <span role="alert" className="flex max-w-100 items-center gap-1 text-12 text-error phone:max-w-50">
          <span className="line-clamp-2">{failure}</span>
          <IconButton
            label={translate("dismiss")}
            icon={X}
            size="small"
            onClick={() => {
              setTooLarge(false);
              upload.reset();
            }}
          />
        </span>
      )}
      {field(folder, translate("folder"), { webkitdirectory: "" })}
      {field(archive, translate("zip"), { accept: ".zip,application/zip" })}
      <Menu
        trigger={
          <Button variant="ghost" icon={Upload} disabled={upload.isPending}>
            {translate("button")}
          </Button>
        }
      >
        <MenuItem icon={Folder} onSelect={() => folder.current?.click()}>
          {translate("folder")}
        </MenuItem>
        <MenuItem icon={FileArchive} onSelect={() => archive.current?.click()}>
          {translate("zip")}
        </MenuItem>
      </Menu>
    </>
  );
}
