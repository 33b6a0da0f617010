"use client";
import { useEffect, useState } from "react";

/** The CSS colors of a canvas. */
export type Palette = Readonly<
  Record<
    | "page"
    | "surface"
    | "ink"
    | "ink2"
    | "ink3"
    | "hairline"
    | "line"
    | "accent"
    | "error"
    | "warn"
    | "wait"
    | "lane",
    string
  >
>;

export type CanvasTheme = { readonly palette: Palette; readonly font: string };

/** Returns the font and colors of the current theme and updates when the theme changes. A canvas cannot use CSS custom properties. */
export function useCanvasTheme(): CanvasTheme | null {
  const [canvasTheme, setCanvasTheme] = useState<CanvasTheme | null>(null);
  useEffect(() => {
    const read = (): void => {
      const style = getComputedStyle(document.documentElement);
      const role = (name: string): string => style.getPropertyValue(`--${name}`).trim();
      setCanvasTheme({
        font: getComputedStyle(document.body).fontFamily,
        palette: {
          page: role("page"),
          surface: role("sunken"),
          ink: role("ink"),
          ink2: role("ink-2"),
          ink3: role("ink-3"),
          hairline: role("line"),
          line: role("line-strong"),
          accent: role("accent"),
          error: role("error"),
          warn: role("warn"),
          wait: role("wait"),
          lane: role("lane-1"),
        },
      });
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", read);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", read);
    };
  }, []);
  return canvasTheme;
}
