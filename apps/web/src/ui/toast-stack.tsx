"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toast as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export type Toast = {
  /** The completed action: `Deleted “Incident review”`. */
  readonly text: string;
  /** Reverts the action. The toast shows an Undo button and stays for 10 s. */
  readonly undo?: () => void;
  /** Called once when the toast closes without Undo. */
  readonly onExpire?: () => void;
};

export type ActiveToast = Toast & { readonly id: number };

export type ToastStackProps = {
  readonly toasts: readonly ActiveToast[];
  readonly onSettle: (toast: ActiveToast, undone: boolean) => void;
};

/** The time to undo an action. It pauses on hover, on focus and while the window is in the background. */
const UNDO_MS = 10_000;
const PLAIN_MS = 5_000;

/** The visible toasts. */
export function ToastStack({ toasts, onSettle }: ToastStackProps): ReactElement {
  const translate = useTranslations("common");
  return (
    <Primitive.Provider label={translate("notifications")} duration={PLAIN_MS}>
      {toasts.map((toast) => (
        <Primitive.Root
          key={toast.id}
          // Announced when the screen reader pauses: toasts are never urgent.
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
        className="fixed bottom-6 left-1/2 z-50 flex w-90 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-2 phone:top-14 phone:bottom-auto"
      />
    </Primitive.Provider>
  );
}
