// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { renderHook } from "../../../lib/testing/render-hook.tsx";
import { useStoredSwitch } from "./use-stored-switch.ts";

it("is on until it is turned off, and remembers that", async () => {
  window.localStorage.setItem("remembered", "off");
  expect((await renderHook(() => useStoredSwitch("remembered"))).current()[0]).toBe(false);
  const hook = await renderHook(() => useStoredSwitch("new"));
  expect(hook.current()[0]).toBe(true);
  await act(async () => hook.current()[1](false));
  expect(hook.current()[0]).toBe(false);
  expect(window.localStorage.getItem("new")).toBe("off");
});

it("works where storage is denied", async () => {
  const denied = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  const hook = await renderHook(() => useStoredSwitch("denied"));
  await act(async () => hook.current()[1](false));
  expect(hook.current()[0]).toBe(false);
  denied.mockRestore();
});
