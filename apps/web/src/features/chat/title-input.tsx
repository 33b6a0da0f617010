"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { ReactElement } from "react";
import { Input } from "../../ui/input.tsx";

const MAX_TITLE_LENGTH = 200;

export type TitleInputProps = {
  readonly title: string;
  /** Called once, with the new title or null when it is unchanged. */
  readonly onDone: (title: string | null) => void;
};

/** An inline title editor. Enter and blur save, Escape cancels. */
export function TitleInput({ title, onDone }: TitleInputProps): ReactElement {
  const translate = useTranslations("chat.list");
  const done = useRef(false);
  const finish = (next: string | null): void => {
    if (done.current) return;
    done.current = true;
    onDone(next === null || next.trim() === "" || next.trim() === title ? null : next.trim());
  };
  return (
    <Input
      autoFocus
      aria-label={translate("newTitle")}
      defaultValue={title}
      maxLength={MAX_TITLE_LENGTH}
      onFocus={(event) => {
        event.currentTarget.select();
      }}
      onBlur={(event) => {
        finish(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value);
        if (event.key === "Escape") {
          event.stopPropagation();
          finish(null);
        }
      }}
    />
  );
}
