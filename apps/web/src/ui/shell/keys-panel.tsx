"use client";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { Fragment, useState } from "react";
import type { ReactElement } from "react";
import { useRegisteredCommands } from "../../lib/commands/command-store.ts";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useIsApple } from "../../lib/use-is-apple.ts";
import { Checkbox } from "../choice.tsx";
import { Icon } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { Kbd } from "../kbd.tsx";
import { useRestoreFocus } from "../use-restore-focus.ts";
import { showOverlay } from "./overlays.ts";
import { findLines, sheetGroups } from "./sheet-groups.ts";
import type { SheetLine } from "./sheet-groups.ts";

/** The open panel of `KeysSheet`. */
export function KeysPanel(): ReactElement {
  const onCloseAutoFocus = useRestoreFocus();
  return (
    <Primitive.Root
      open
      onOpenChange={(next) => {
        showOverlay(next ? "keys" : null);
      }}
    >
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-16 left-1/2 z-40 flex max-h-[calc(100dvh-80px)] w-[min(800px,calc(100vw-32px))] -translate-x-1/2 animate-appear flex-col rounded-md border border-line bg-raised shadow-overlay phone:inset-0 phone:max-h-none phone:w-auto phone:translate-x-0 phone:rounded-none phone:border-0"
        >
          <SheetBody />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function SheetBody(): ReactElement {
  const translate = useTranslations("shell.keys");
  const common = useTranslations("common");
  const [singleKeys, chooseSingleKeys] = useSingleKeys();
  const [text, setText] = useState("");
  const translateAny = useTranslations();
  const groups = findLines(sheetGroups(useRegisteredCommands(), translateAny, useIsApple()), text);
  return (
    <>
      <div className="flex h-12 flex-none items-center gap-3 border-b border-line pr-2 pl-4">
        <Primitive.Title className="sr-only">{translate("title")}</Primitive.Title>
        <Icon icon={Search} className="text-ink-3" />
        <input
          type="search"
          aria-label={translate("find")}
          placeholder={translate("find")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
          className="min-w-0 flex-1 bg-transparent text-15 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <Primitive.Close asChild>
          <IconButton label={common("close")} icon={X} shortcut="Esc" />
        </Primitive.Close>
      </div>
      <div
        tabIndex={0}
        role="region"
        aria-label={translate("title")}
        className="min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-6 -outline-offset-2 phone:px-4"
      >
        {/* The columns are inside the scroll container: with a fixed height they would overflow to the right. */}
        <div className="columns-3 gap-8 max-[800px]:columns-2 phone:columns-1">
          {groups.length === 0 && (
            <p className="text-12 text-ink-2">{translate("none", { text: text.trim() })}</p>
          )}
          {groups.map((group) => (
            <section key={group.title} className="mb-4 break-inside-avoid">
              <h3 className="pb-1 text-12 text-ink-2">{group.title}</h3>
              <dl>
                {group.lines.map((line) => (
                  <div
                    key={line.id}
                    className="flex min-h-7 items-center gap-2 border-t border-line py-0.5 phone:min-h-11"
                  >
                    <dt className="min-w-0 flex-1">{line.name}</dt>
                    <dd className="flex flex-none items-center gap-1">
                      <Keys line={line} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-12">
        <Checkbox
          checked={singleKeys}
          onChange={(event) => {
            chooseSingleKeys(event.target.checked);
          }}
        >
          {translate("single")}
        </Checkbox>
        <span className="text-ink-2 wide:ml-auto">{translate("singleHint")}</span>
      </div>
    </>
  );
}

function Keys({ line }: { readonly line: SheetLine }): ReactElement {
  const translate = useTranslations("shell.keys");
  return (
    <>
      {line.keystrokes.map((presses, index) => (
        <Fragment key={index}>
          {index > 0 && <span className="text-12 text-ink-3">{translate("or")}</span>}
          {presses.map((keys, position) => (
            <Fragment key={position}>
              {position > 0 && <span className="text-12 text-ink-3">{translate("then")}</span>}
              {keys.map((key) => (
                <Fragment key={key}>
                  <Kbd keys={key} />
                  <span className="sr-only phone:not-sr-only">{key}</span>
                </Fragment>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </>
  );
}
