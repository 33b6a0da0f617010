"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toast as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export type Toast = {
  /** What was done: `Deleted “Incident review”`. */
  readonly text: string;
  /** Takes it back; shows an Undo button for as long as the toast stands (10 s). */
  readonly undo?: () => void;
  /** Called once when the toast goes without having been undone. */
  readonly onExpire?: () => void;
};

export type StandingToast = Toast & { readonly id: number };

export type ToastStackProps = {
  readonly toasts: readonly StandingToast[];
  readonly onSettle: (toast: StandingToast, undone: boolean) => void;
};

/** Time to notice and take something back; pauses while pointed at, focused, or the window is away. */
const UNDO_MS = 10_000;
const PLAIN_MS = 5_000;

/** The toasts that stand now. */
export function ToastStack({ toasts, onSettle }: ToastStackProps): ReactElement {
  const translate = useTranslations("common");
  return (
    <Primitive.Provider label={translate("notifications")} duration={PLAIN_MS}>
      {toasts.map((toast) => (
        <Primitive.Root
          key={toast.id}
          // Said when the screen reader has a pause: nothing here is more urgent than what it is reading.
          type="background"
          duration={toast.undo ? UNDO_MS : PLAIN_MS}
          onOpenChange={(open) => {
            if (!open) onSettle(toast, false);
          }}
          className="flex min-h-9 max-w-full animate-appear items-center gap-2 rounded-md border border-line bg-raised pr-1 pl-3 shadow-overlay"
        >
          <Primitive.Title className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
            {toast.text}
          </Primitive.Title>
          {toast.undo && (
            <Primitive.Action asChild altText={translate("undo")}>
              <Button
                variant="ghost"
                onClick={() => {
                  onSettle(toast, true);
                }}
              >
                {translate("undo")}
              </Button>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <IconButton label={translate("dismiss")} icon={X} size="small" />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        label={translate("notificationsKeys", { hotkey: "F8" })}
        className="fixed bottom-6 left-1/2 z-50 flex w-90 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-2 phone:bottom-16"
      />
    </Primitive.Provider>
  );
}
