"use client";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { usePreHydrationInput } from "../../lib/use-pre-hydration-input.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CONTROL_CLASS, controlSizeClass } from "../../ui/input.tsx";
import type { Conversations } from "./use-conversations.ts";

/** Long enough to finish typing a word, short enough to feel immediate. */
const SEARCH_DELAY_MS = 300;

/** Filters the list by text in titles and messages. Escape clears the search. */
export function ConversationSearch({
  conversations,
}: {
  readonly conversations: Pick<Conversations, "text" | "search">;
}): ReactElement {
  const translate = useTranslations("chat.list");
  const [typed, setTyped] = useState(conversations.text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const change = (text: string, delayMs: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      conversations.search(text.trim());
    }, delayMs);
  };
  const field = useRef<HTMLInputElement>(null);
  usePreHydrationInput(field, typed, (text) => {
    change(text, SEARCH_DELAY_MS);
  });
  return (
    <div role="search" className="relative mx-2 mb-1 flex-none">
      <Icon
        icon={Search}
        size={14}
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-2"
      />
      <input
        ref={field}
        type="search"
        aria-label={translate("search")}
        placeholder={translate("search")}
        value={typed}
        maxLength={300}
        onChange={(event) => {
          change(event.target.value, SEARCH_DELAY_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && typed !== "") {
            event.preventDefault();
            change("", 0);
          }
        }}
        className={`${CONTROL_CLASS} ${controlSizeClass("normal")} pr-7 pl-7 text-12 [&::-webkit-search-cancel-button]:hidden`}
      />
      {typed !== "" && (
        <IconButton
          label={translate("clearSearch")}
          icon={X}
          size="small"
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
          onClick={() => {
            change("", 0);
          }}
        />
      )}
    </div>
  );
}
