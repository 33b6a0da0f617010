"use client";
import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { estimateTokens } from "./estimate-tokens.ts";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { useFormat } from "../../lib/use-format.ts";
import { usePreHydrationInput } from "../../lib/use-pre-hydration-input.ts";
import { COMPOSER } from "../../ui/focus-after-erasing.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { CONVERSATION_COMMANDS } from "./conversation-commands.ts";

export type ComposerProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  /** Null while no run is active. */
  readonly onStop: (() => void) | null;
  readonly stopping: boolean;
  readonly placeholder: string;
  /** The reason why sending is blocked; null when it is allowed. */
  readonly blocked: string | null;
  /** A required action before anything can be sent, shown below the field; null when waiting is enough. */
  readonly notice: ReactNode;
  /** The action of the send button: send, or queue while a run is active. */
  readonly sendLabel: string;
  /** Shown above the text: run progress and queued messages. */
  readonly strip: ReactNode;
  /** Shown left of the buttons: model, folder and context usage. */
  readonly choices: ReactNode;
  /** Controls of the active run, next to the stop button. */
  readonly runControls: ReactNode;
};

const MAX_HEIGHT_PX = 240;

/** The message field. Enter sends, Shift+Enter starts a new line, and Enter during IME composition is left to the IME. */
export function Composer(props: ComposerProps): ReactElement {
  const translate = useTranslations("chat.composer");
  const field = useRef<HTMLTextAreaElement>(null);
  usePreHydrationInput(field, props.text, props.onText);
  const sendable = props.blocked === null && props.text.trim() !== "";

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`;
  }, [props.text]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Safari ends a composition before its Enter key event. Only key code 229 reveals it.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key === "Escape" && props.onStop !== null && !composing) props.onStop();
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    if (sendable) props.onSend();
  };

  return (
    // Strip and field are separate boxes, so that the field does not move when the strip appears and disappears.
    <div className="group/composer contents">
      <div className="measure flex-none phone:contents">
        <div
          data-strip
          className="-mx-4 -mb-px flex-none rounded-t-md border border-b-0 border-line-strong bg-raised transition-colors empty:hidden group-focus-within/composer:border-accent phone:mx-0 phone:mb-0 phone:rounded-none phone:border-x-0"
        >
          {props.strip}
        </div>
      </div>
      <div className="flex-none pb-4 phone:contents">
        <div className="measure phone:contents">
          <div className="relative -mx-4 flex-none rounded-md border border-line-strong bg-raised transition-colors group-has-[[data-strip]:not(:empty)]/composer:rounded-t-none focus-within:border-accent phone:mx-0 phone:-mt-px phone:rounded-none phone:border-x-0 phone:border-b-0">
            <textarea
              ref={field}
              {...COMPOSER}
              rows={1}
              aria-label={translate("label")}
              placeholder={props.placeholder}
              value={props.text}
              onChange={(event) => {
                props.onText(event.currentTarget.value);
              }}
              onKeyDown={onKeyDown}
              className="block w-full resize-none bg-transparent px-4 pt-3 pb-1 text-15 outline-none"
            />
            <div className="@container flex items-center gap-1 px-2 pt-1 pb-2">
              {/* On a phone the controls of a run take their place: squeezed together, the choices would move when it ends. */}
              <span
                className={`flex min-w-0 flex-1 items-center gap-1 overflow-hidden ${props.onStop === null ? "" : "phone:hidden"}`}
              >
                {props.choices}
              </span>
              <DraftSize text={props.text} />
              <span className="ml-auto flex flex-none items-center gap-1">{props.runControls}</span>
              {props.onStop !== null && (
                <IconButton
                  label={translate(props.stopping ? "stopping" : "stop")}
                  shortcut={keyHint(CONVERSATION_COMMANDS, "chat.stop")}
                  icon={Square}
                  disabled={props.stopping}
                  onClick={props.onStop}
                  className="bg-ink/7 [&_svg]:fill-current"
                />
              )}
              <IconButton
                label={props.blocked ?? props.sendLabel}
                icon={ArrowUp}
                disabled={!sendable}
                onClick={props.onSend}
                className="enabled:bg-accent enabled:text-on-accent enabled:hover:bg-accent enabled:hover:text-on-accent"
              />
            </div>
            {props.notice !== null && (
              <p role="status" className="border-t border-line px-4 py-2 text-12 text-ink-2">
                {props.notice}
              </p>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The size of shorter drafts is not shown. */
const LONG_DRAFT_TOKENS = 1_000;

/** The estimated size of a long draft. */
function DraftSize({ text }: { readonly text: string }): ReactElement | null {
  const translate = useTranslations("chat.composer");
  const format = useFormat();
  const tokens = useMemo(() => estimateTokens(text), [text]);
  if (tokens < LONG_DRAFT_TOKENS) return null;
  return (
    <span className="flex-none px-1 text-11 text-ink-3">
      {translate("draftSize", { tokens: format.tokens(tokens) })}
    </span>
  );
}
