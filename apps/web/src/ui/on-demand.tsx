"use client";
import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";
import { Button } from "./button.tsx";
import { FailureNote } from "./failure-note.tsx";

/** A component whose code comes when it is first shown, or when `preload` is called before. */
export type OnDemand<Props extends object> = ComponentType<Props> & {
  /** Gets the code. What goes wrong is shown where the component is, not here. */
  readonly preload: () => void;
};

/** What there is of the code so far. */
type Code<Props extends object> =
  | { readonly state: "none" | "loading" | "failed" }
  | { readonly state: "there"; readonly component: ComponentType<Props> };

/** What stands where the code is not there yet; may say what it was given to show. */
type Placeholder<Props> = ReactElement | null | ((props: Props) => ReactElement);

/**
 * Splits a view off the page's code. Once its code is there it is drawn at once; a `Suspense` would keep the placeholder for a while.
 * The server draws the placeholder. Code that does not come leaves a note in its place, with the way to ask again; where a note would be
 * in the way, `missing` leaves the placeholder, and the next time it is shown asks again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: Placeholder<Props> = null,
  missing: "note" | "placeholder" = "note",
): OnDemand<Props> {
  let code: Code<Props> = { state: "none" };
  const listeners = new Set<() => void>();
  const become = (next: Code<Props>): void => {
    code = next;
    for (const listener of listeners) listener();
  };
  const preload = (): void => {
    if (code.state === "loading" || code.state === "there") return;
    become({ state: "loading" });
    load().then(
      (component) => {
        become({ state: "there", component });
      },
      () => {
        become({ state: "failed" });
      },
    );
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  function WhenThere(props: Props): ReactElement | null {
    // What the server writes has none of it, and so has the first rendering over what the server wrote.
    const now = useSyncExternalStore(subscribe, () => code, nothingYet);
    useEffect(() => {
      if (code.state !== "there") preload();
    }, []);
    if (now.state === "failed" && missing === "note") return <CodeMissing onRetry={preload} />;
    if (now.state !== "there") return typeof placeholder === "function" ? placeholder(props) : placeholder;
    const Component = now.component;
    return <Component {...props} />;
  }
  return Object.assign(WhenThere, { preload });
}

const NOTHING_YET = { state: "none" } as const;

function nothingYet(): typeof NOTHING_YET {
  return NOTHING_YET;
}

function CodeMissing({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const translate = useTranslations("common");
  return (
    <div className="flex flex-col items-start gap-2 p-4">
      <FailureNote error={null} call="load" />
      <Button onClick={onRetry}>{translate("tryAgain")}</Button>
    </div>
  );
}
