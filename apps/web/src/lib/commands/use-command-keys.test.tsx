// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderHook } from "../testing/render-hook.tsx";
import type { CommandScope } from "./command.ts";
import { registerCommands } from "./command-store.ts";
import { useCommandKeys } from "./use-command-keys.ts";

const cleanUps: (() => unknown)[] = [];

/** Registers commands by their keys and binds them. Returns the ids that ran, in order. */
async function bind(
  keys: Readonly<Record<string, string>>,
  scope: CommandScope = "window",
  element: Element | null = null,
): Promise<string[]> {
  const ran: string[] = [];
  const commands = Object.entries(keys).map(([id, key]) => ({
    ...{ id, label: () => id, icon: null, keys: [key], when: () => true },
    run: () => void ran.push(id),
  }));
  const group = {
    ...({ title: () => "", kind: "page", inPalette: true } as const),
    ...{ scope, element: () => element, commands },
  };
  cleanUps.push(registerCommands([group]));
  const hook = await renderHook(() => useCommandKeys());
  cleanUps.push(hook.unmount);
  return ran;
}

/** Presses a key. Returns whether a command took it from the browser. */
function press(key: string, target: EventTarget = document.body): boolean {
  return !target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

function add(tag: string): HTMLElement {
  const element = document.body.appendChild(document.createElement(tag));
  cleanUps.push(() => element.remove());
  return element;
}

describe("useCommandKeys", () => {
  afterEach(async () => {
    vi.useRealTimers();
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  it("runs the command of a key and leaves other keys to the browser", async () => {
    const ran = await bind({ next: "j" });
    expect(press("j")).toBe(true);
    expect(press("k")).toBe(false);
    expect(ran).toEqual(["next"]);
  });

  it("leaves the keys to a field that is typed in, except those that work anywhere", async () => {
    const ran = await bind({ next: "j" });
    const everywhere = await bind({ palette: "F2" }, "anywhere");
    const field = add("input");
    expect(press("j", field)).toBe(false);
    expect(press("F2", field)).toBe(true);
    expect([ran, everywhere]).toEqual([[], ["palette"]]);
  });

  it("keeps the commands of an area after the focused element has disappeared from it", async () => {
    const area = add("section");
    const card = area.appendChild(document.createElement("button"));
    const elsewhere = add("button");
    const ran = await bind({ compaction: "c" }, "area", area);
    card.focus();
    press("c", card);
    card.remove();
    press("c", document.activeElement ?? document.body);
    press("c", elsewhere);
    expect(ran).toEqual(["compaction", "compaction"]);
  });

  it("runs a command of two presses only when the second follows soon", async () => {
    vi.useFakeTimers();
    const ran = await bind({ chat: "g c" });
    press("g");
    vi.advanceTimersByTime(1_400);
    press("c");
    expect(ran).toEqual(["chat"]);
    press("g");
    vi.advanceTimersByTime(1_600);
    press("c");
    expect(ran).toEqual(["chat"]);
    press("g");
    press("x");
    press("c");
    expect(ran).toEqual(["chat"]);
  });

  it("ignores a key that something closer to the focus has handled", async () => {
    const ran = await bind({ next: "j" });
    const menu = add("div");
    menu.addEventListener("keydown", (event) => event.preventDefault());
    press("j", menu);
    expect(ran).toEqual([]);
  });

  it("binds no keys after the page has been left", async () => {
    const ran = await bind({ next: "j" });
    await cleanUps.pop()?.();
    expect(press("j")).toBe(false);
    expect(ran).toEqual([]);
  });
});
