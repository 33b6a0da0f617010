"use client";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";
import { Button } from "./button.tsx";
import { FailureNote } from "./failure-note.tsx";

/** A component whose code loads when it is first rendered, or earlier through `preload`. */
export type OnDemand<Props extends object> = ComponentType<Props & Missing> & {
  /** Loads the code. The component shows a failure, so this never throws. */
  readonly preload: () => void;
};

type Missing = {
  /** Called when a note that the code did not load takes the place of the component, before it is painted. */
  readonly onMissing?: () => void;
};

/** The loading state of the code. */
type Code<Props extends object> =
  | { readonly state: "none" | "loading" | "failed" }
  | { readonly state: "loaded"; readonly component: ComponentType<Props> };

/** Shown until the code has loaded; may depend on the props. */
type Placeholder<Props> = ReactElement | null | ((props: Props) => ReactElement);

/**
 * Splits a view from the page's code. A loaded view renders immediately, whereas `Suspense` would keep the placeholder for a while. The
 * server renders the placeholder. If loading fails, `missing` chooses between a note with a retry button and the placeholder; the next
 * mount then tries again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: Placeholder<Props> = null,
  missing: "note" | "placeholder" = "note",
): OnDemand<Props> {
  let code: Code<Props> = { state: "none" };
  const listeners = new Set<() => void>();
  const setCode = (next: Code<Props>): void => {
    code = next;
    for (const listener of listeners) listener();
  };
  const preload = (): void => {
    if (code.state === "loading" || code.state === "loaded") return;
    setCode({ state: "loading" });
    load().then(
      (component) => {
        setCode({ state: "loaded", component });
      },
      () => {
        setCode({ state: "failed" });
      },
    );
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  function LazyView(props: Props & Missing): ReactElement | null {
    // The server never has the code, and hydration must match its HTML.
    const current = useSyncExternalStore(subscribe, () => code, serverSnapshot);
    useEffect(() => {
      if (code.state !== "loaded") preload();
    }, []);
    if (current.state === "failed" && missing === "note")
      return <LoadFailure onRetry={preload} onMissing={props.onMissing} />;
    if (current.state !== "loaded")
      return typeof placeholder === "function" ? placeholder(props) : placeholder;
    const Component = current.component;
    return <Component {...props} />;
  }
  return Object.assign(LazyView, { preload });
}

const NOT_LOADED = { state: "none" } as const;

function serverSnapshot(): typeof NOT_LOADED {
  return NOT_LOADED;
}

type FailureProps = { readonly onRetry: () => void; readonly onMissing: (() => void) | undefined };

function LoadFailure({ onRetry, onMissing }: FailureProps): ReactElement {
  const translate = useTranslations("common");
  useLayoutEffect(() => {
    onMissing?.();
  }, [onMissing]);
  return (
    <div className="flex flex-col items-start gap-2 p-4">
      <FailureNote error={null} call="load" />
      <Button onClick={onRetry}>{translate("tryAgain")}</Button>
    </div>
  );
}
