"use client";
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";

/**
 * Returns a component for `Suspense` that only the server draws. In the browser it never loads, so hydration leaves what the server drew as it is until it
 * is removed: it costs no time there. Its element must be the same in each render, or React replaces it by the fallback.
 */
export function onServer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({
    default: typeof window === "undefined" ? await load() : await new Promise<never>(() => undefined),
  }));
}
