"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";
import { ChangedLineList } from "./changed-line-list.tsx";
import { changedLines } from "./changed-lines.ts";
import { Note } from "./note.tsx";

type SavedMeanwhileProps = {
  /** The text that the person began with, and the newest one. */
  readonly before: string;
  readonly after: string;
  readonly version: number;
  readonly onGoOn: () => void;
};

/** Shows that someone else saved the text that is being edited, and their changes, and lets the person continue from there. */
export function SavedMeanwhile({ before, after, version, onGoOn }: SavedMeanwhileProps): ReactElement {
  const translate = useTranslations("common.draft");
  return (
    <Note tone="warn" className="max-h-80 flex-none overflow-y-auto">
      <div className="flex flex-col items-start gap-2">
        <p>{translate("savedMeanwhile", { version })}</p>
        <ChangedLineList lines={changedLines(before, after)} />
        <Button onClick={onGoOn}>{translate("goOn", { version })}</Button>
      </div>
    </Note>
  );
}
