"use client";
import { use } from "react";
import type { ComponentType, ReactElement } from "react";

/** A component whose code comes with its first use. Stands below a `Suspense`. */
type Late<Props> = {
  readonly Component: ComponentType<Props>;
  /** Loads the code ahead, for a use that is likely. */
  readonly load: () => void;
};

/**
 * Splits a component off the page. Unlike `React.lazy` it is drawn at once when its code is there already. The server draws it, too.
 * `otherwise` stands in when the code cannot be loaded; the next use tries again.
 */
export function late<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props>,
): Late<Props> {
  let code: Promise<ComponentType<Props>> | undefined;
  const started = (): Promise<ComponentType<Props>> => {
    const loading = importComponent().catch(() => {
      code = undefined;
      return otherwise;
    });
    // Says when it is kept, in the words of React: `use` then takes the value at once, without a frame of fallback.
    void loading.then((value) => Object.assign(loading, { status: "fulfilled", value }));
    return loading;
  };
  function Component(props: Props): ReactElement {
    code ??= started();
    const Shown = use(code);
    return <Shown {...props} />;
  }
  return {
    Component,
    load: () => {
      code ??= started();
    },
  };
}

/** For `otherwise`: nothing at all. */
export function Nothing(): null {
  return null;
}
