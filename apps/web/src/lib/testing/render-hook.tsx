import { act, type ReactElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export type RenderedHook<Result> = {
  /** The result of the last rendering. */
  current(): Result;
  /** Renders once more, with what the hook reads from around it as it is now. */
  rerender(): Promise<void>;
  unmount(): Promise<void>;
};

/** Runs a hook in a component of its own, as React does in a page, effects included. Needs a DOM. */
export async function renderHook<Result>(
  useIt: () => Result,
  Surroundings: (props: { readonly children: ReactNode }) => ReactNode = ({ children }) => children,
): Promise<RenderedHook<Result>> {
  const root = createRoot(document.createElement("div"));
  const results: Result[] = [];
  function Host(): ReactElement | null {
    results.push(useIt());
    return null;
  }
  const render = async (): Promise<void> => {
    await act(async () => {
      root.render(
        <Surroundings>
          <Host />
        </Surroundings>,
      );
    });
  };
  await render();
  return {
    current: () => {
      const last = results.at(-1);
      if (last === undefined) throw new Error("The hook was not rendered.");
      return last;
    },
    rerender: render,
    unmount: async () => {
      await act(async () => {
        root.unmount();
      });
    },
  };
}
