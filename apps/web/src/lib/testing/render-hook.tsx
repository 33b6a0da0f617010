import { act, type ReactElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Allows for a busy machine; a successful render takes milliseconds. */
const RENDER_MS = 20_000;

export type RenderedHook<Result> = {
  /** Returns the result of the last render. */
  current(): Result;
  /** Renders again with the current context. */
  rerender(): Promise<void>;
  unmount(): Promise<void>;
};

/**
 * Renders a hook in a test component, including effects. Needs a DOM. The component is unmounted when its test ends, because work that React
 * has scheduled would fail without the DOM of the file.
 */
export async function renderHook<Result>(
  useHook: () => Result,
  Wrapper: (props: { readonly children: ReactNode }) => ReactNode = ({ children }) => children,
): Promise<RenderedHook<Result>> {
  const root = createRoot(document.createElement("div"));
  const results: Result[] = [];
  function Host(): ReactElement | null {
    results.push(useHook());
    return null;
  }
  const render = async (): Promise<void> => {
    await act(async () => {
      root.render(
        <Wrapper>
          <Host />
        </Wrapper>,
      );
    });
  };
  const unmount = async (): Promise<void> => {
    await act(async () => {
      root.unmount();
    });
  };
  await render();
  onTestFinished(unmount);
  return {
    current: () => {
      const last = results.at(-1);
      if (last === undefined) throw new Error("The hook was not rendered.");
      return last;
    },
    rerender: render,
    unmount,
  };
}

/** Waits until `check` passes. Renders meanwhile are not wrapped in `act`, as in a browser. */
export async function waitForRender(check: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  try {
    await vi.waitFor(check, { timeout: RENDER_MS });
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
}
