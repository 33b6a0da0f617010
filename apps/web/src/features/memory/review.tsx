"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { ListDetail } from "../../ui/list-detail.tsx";
import type { OpenReview } from "./entry-actions.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import type { ListedMemory } from "./memory-type.ts";
import { MOVE_COMMANDS } from "./review-commands.ts";
import { ReviewList } from "./review-list.tsx";
import type { MemoryList } from "./review-list.tsx";
import { nextHeld } from "./next-held.ts";
import { useMemoryAddress } from "./use-memory-address.ts";

/** Fields that keep the focus, because someone may be typing. */
const TYPING = "input, textarea, select";

type ReviewProps = { readonly workspace: string; readonly list: MemoryList };

/** The entries that wait for a decision beside the one that is open, and those that people decided about. */
export function Review({ workspace, list }: ReviewProps): ReactElement {
  const translate = useTranslations("memory");
  const { entry, go } = useMemoryAddress();
  const columns = useRef<HTMLDivElement>(null);
  // A decided entry stays open: if the next one replaced it, a key pressed twice would decide both.
  const [after, setAfter] = useState<string | null>(null);
  const items = list.data?.items ?? [];
  const shown = entry ?? items[0]?.id ?? null;
  const index = items.findIndex(({ id }) => id === shown);
  const select = (id: string | null | undefined): void => {
    if (id === undefined) return;
    setAfter(null);
    go({ entry: id });
  };
  const focus = (): void => columns.current?.focus({ preventScroll: true });
  // A focused button of the entry disappears with it, and the keys work only where the focus is.
  const move = (id: string | null | undefined): void => {
    select(id);
    focus();
  };
  const next = (): void => {
    move(after ?? items[index + 1]?.id);
  };
  const previous = (): void => {
    move(items[index - 1]?.id);
  };
  useCommands(MOVE_COMMANDS, { context: { next, previous } });
  // The entry has the focus, so that its keys work immediately, even after a click on the tab.
  useEffect(() => {
    if (document.activeElement?.matches(TYPING) !== true) columns.current?.focus({ preventScroll: true });
  }, []);
  const review: OpenReview = {
    element: columns,
    place: after === null ? <Place items={items} index={index} /> : <NextButton onClick={next} />,
    onDecided: () => {
      setAfter(nextHeld(items, shown));
    },
    // The button that decided, or the form, disappears with the focus.
    onClosed: focus,
  };
  return (
    <div
      ref={columns}
      tabIndex={-1}
      role="region"
      aria-label={translate("review.keys.title")}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <ListDetail
        className="grid-cols-[360px_minmax(0,1fr)] max-[900px]:grid-cols-[280px_minmax(0,1fr)]"
        isOpen={entry !== null}
        backLabel={translate("back")}
        onBack={() => {
          select(null);
        }}
        list={<ReviewList workspace={workspace} list={list} selected={shown} onSelect={select} />}
      >
        <EntryPanel workspace={workspace} id={shown} review={review} />
      </ListDetail>
    </div>
  );
}

type PlaceProps = { readonly items: readonly Pick<ListedMemory, "state">[]; readonly index: number };

/** The place of the entry among those that wait; nothing for one that is decided. */
function Place({ items, index }: PlaceProps): ReactElement | null {
  const translate = useTranslations("memory.review");
  if (items[index]?.state !== "held") return null;
  const count = items.filter(({ state }) => state === "held").length;
  return (
    <span className="ml-auto flex items-center gap-1 text-12 text-ink-2 phone:hidden">
      {translate("position", { position: index + 1, count })}
      <Kbd keys={keyHint(MOVE_COMMANDS, "memory.next")} />
      <Kbd keys={keyHint(MOVE_COMMANDS, "memory.previous")} />
    </span>
  );
}

function NextButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const translate = useTranslations("memory.review");
  return (
    <Button className="ml-auto" shortcut={keyHint(MOVE_COMMANDS, "memory.next")} onClick={onClick}>
      {translate("next")}
    </Button>
  );
}
