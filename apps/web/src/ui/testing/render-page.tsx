import { NextIntlClientProvider } from "next-intl";
import { act, type ReactElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { ToastProvider } from "../toast.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** A page that a test uses as a person does: by labels and by the names of buttons. */
export type RenderedPage = {
  /** Returns the field with this label. */
  readonly field: (label: string) => HTMLInputElement;
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Returns the button with this name; undefined when the page has none. */
  readonly button: (name: string) => HTMLButtonElement | undefined;
  readonly press: (name: string) => Promise<void>;
  /** Submits the first form, `times` in immediate succession. @default 1 */
  readonly submit: (times?: number) => Promise<void>;
  readonly text: () => string;
};

/**
 * Renders an English page with its effects into the document. Needs a DOM. The page is unmounted when its test ends, because work that React
 * has scheduled would fail without the DOM of the file.
 */
export async function renderPage(
  element: ReactElement,
  Wrapper: (props: { readonly children: ReactNode }) => ReactNode = ({ children }) => children,
): Promise<RenderedPage> {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  await act(async () => {
    root.render(
      <Wrapper>
        <NextIntlClientProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <ToastProvider>{element}</ToastProvider>
        </NextIntlClientProvider>
      </Wrapper>,
    );
  });
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  const field = (label: string): HTMLInputElement => {
    const found = [...host.querySelectorAll("label")].find((each) => each.textContent === label);
    const input = found === undefined ? null : document.getElementById(found.htmlFor);
    if (input instanceof HTMLInputElement) return input;
    throw new Error(`The page has no field "${label}".`);
  };
  const button = (name: string): HTMLButtonElement | undefined =>
    [...host.querySelectorAll("button")].find((each) => each.textContent === name);
  return {
    field,
    fill: async (label, text) => {
      const input = field(label);
      await act(async () => {
        // React ignores an event whose value it has set itself, so the value is set as the browser does.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
    },
    button,
    press: async (name) => {
      const found = button(name);
      if (found === undefined) throw new Error(`The page has no button "${name}".`);
      await act(async () => found.click());
    },
    submit: async (times = 1) => {
      const form = host.querySelector("form");
      if (form === null) throw new Error("The page has no form.");
      await act(async () => {
        for (let count = 0; count < times; count += 1) form.requestSubmit();
      });
    },
    text: () => host.textContent,
  };
}
