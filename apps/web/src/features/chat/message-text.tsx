"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";

/** A message with more lines is folded to this number of lines. */
const SHOWN_LINES = 12;
const LETTERS_PER_LINE = 80;

/** The text of a person's message. A long one is folded, so that the answer stays within reach. */
export function MessageText({ text }: { readonly text: string }): ReactElement {
  const translate = useTranslations("chat.turn");
  const [opened, setOpened] = useState(false);
  const lines = countLines(text);
  const isLong = lines > SHOWN_LINES * 1.5;
  return (
    <>
      <p
        className={classNames(
          "text-15 [overflow-wrap:anywhere] whitespace-pre-wrap",
          isLong && !opened && "line-clamp-12",
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={opened}
          onClick={() => {
            setOpened(!opened);
          }}
          className="mt-1 h-7 text-12 text-accent phone:h-11"
        >
          {opened ? translate("foldMessage") : translate("openMessage", { lines })}
        </button>
      )}
    </>
  );
}

/** Returns about how many lines a text takes at the width of a conversation. */
function countLines(text: string): number {
  let lines = 0;
  for (const line of text.split("\n")) lines += Math.max(1, Math.ceil(line.length / LETTERS_PER_LINE));
  return lines;
}
