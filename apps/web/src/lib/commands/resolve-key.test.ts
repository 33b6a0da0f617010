import { describe, expect, it } from "vitest";
import { bindGroup } from "./bind-group.ts";
import type { Command, CommandKind, CommandScope } from "./command.ts";
import type { BoundGroup } from "./command-store.ts";
import { resolveKey } from "./resolve-key.ts";
import type { KeyContext } from "./resolve-key.ts";

type Log = string[];

const command = (id: string, ...keys: string[]): Command<Log> => ({
  id,
  label: () => id,
  keys,
  run: (log) => log.push(id),
});

const DEFAULT_CONTEXT: KeyContext = {
  typing: false,
  inOverlay: false,
  controlKeys: [],
  firstPress: null,
  singleKeys: true,
  isUnfocused: false,
  hasFocus: () => true,
};

function setUp(...groups: (readonly [CommandKind, CommandScope, ...Command<Log>[]])[]) {
  const log: Log = [];
  const element = {} as Element;
  const bound: readonly BoundGroup[] = groups.map(([kind, scope, ...commands]) =>
    bindGroup({ title: () => kind, kind, scope, commands }, { context: () => log, element: () => element }),
  );
  /** Returns the id of the command that a press runs, `…` for the first of two presses, or null. */
  const press = (key: string, context: Partial<KeyContext> = {}): string | null => {
    const action = resolveKey(key, bound, { ...DEFAULT_CONTEXT, ...context });
    if (action === null) return null;
    if (action.kind === "prefix") return "…";
    action.run();
    return log.pop() ?? null;
  };
  return { press };
}

describe("resolveKey", () => {
  it("runs a command by any of its keystrokes", () => {
    const { press } = setUp(["page", "window", command("choose", "x", "Space"), command("tag", "t")]);
    expect(["x", "Space", "t", "q"].map((key) => press(key))).toEqual(["choose", "choose", "tag", null]);
  });

  it("runs commands of scope focus only while the focus is inside their element", () => {
    const { press } = setUp([
      "page",
      "focus",
      command("next error", "e"),
      command("next entry", "ArrowRight"),
    ]);
    expect(press("e")).toBe("next error");
    const outside = { hasFocus: () => false };
    expect([press("e", outside), press("ArrowRight", outside)]).toEqual([null, null]);
  });

  it("ignores character keys when they are turned off, but not arrows, Enter, Space and Ctrl K", () => {
    const { press } = setUp(
      ["page", "focus", command("sign", "e", "g t", "0"), command("named", "ArrowLeft", "Enter", "Space")],
      ["workspace", "anywhere", command("palette", "Mod+k")],
    );
    const off = { singleKeys: false };
    expect(["e", "g", "0"].map((key) => press(key, off))).toEqual([null, null, null]);
    expect(press("t", { ...off, firstPress: "g" })).toBeNull();
    expect(["ArrowLeft", "Enter", "Space"].map((key) => press(key, off))).toEqual(Array(3).fill("named"));
    expect(press("Mod+k", off)).toBe("palette");
  });

  it("leaves keys to fields and overlays, except those of scope anywhere", () => {
    const { press } = setUp(
      ["page", "focus", command("error", "e")],
      ["workspace", "window", command("new", "c")],
      ["workspace", "anywhere", command("palette", "Mod+k")],
    );
    expect(["e", "c", "Mod+k"].map((key) => press(key, { typing: true }))).toEqual([null, null, "palette"]);
    expect(["c", "Mod+k"].map((key) => press(key, { inOverlay: true }))).toEqual([null, "palette"]);
  });

  it("leaves Enter and Space to the focused control", () => {
    const { press } = setUp(["page", "focus", command("inspect", "Enter"), command("fit", "f")]);
    const onButton = { controlKeys: ["Enter", "Space"] };
    expect([press("Enter", onButton), press("f", onButton)]).toEqual([null, "fit"]);
  });

  it("prefers commands near the focus, then of the page, then of the workspace", () => {
    const { press } = setUp(
      ["workspace", "window", command("new", "c"), command("copy", "y"), command("help", "?")],
      ["page", "window", command("page copy", "y"), command("page compaction", "c")],
      ["page", "focus", command("compaction", "c")],
    );
    expect(["c", "y", "?"].map((key) => press(key))).toEqual(["compaction", "page copy", "help"]);
    expect(press("c", { hasFocus: () => false })).toBe("page compaction");
  });

  it("prefers the innermost of nested elements that contain the focus", () => {
    const inner = { contains: () => false } as unknown as Element;
    const outer = { contains: (other: unknown) => other === inner } as unknown as Element;
    const bind = (id: string, element: Element): BoundGroup =>
      bindGroup<Log>(
        { title: () => id, kind: "page", scope: "focus", commands: [command(id, "e")] },
        { context: () => log, element: () => element },
      );
    const log: Log = [];
    const [page, card] = [bind("next error", outer), bind("edit", inner)];
    for (const groups of [
      [page, card],
      [card, page],
    ]) {
      const action = resolveKey("e", groups, DEFAULT_CONTEXT);
      if (action?.kind === "run") action.run();
    }
    expect(log).toEqual(["edit", "edit"]);
  });

  it("runs commands of scope area, but not of scope focus, while nothing has the focus", () => {
    const { press } = setUp(
      ["page", "area", command("next compaction", "c")],
      ["page", "focus", command("approve", "a")],
    );
    const unfocused = { isUnfocused: true, hasFocus: () => false };
    expect([press("c", unfocused), press("a", unfocused)]).toEqual(["next compaction", null]);
    const elsewhere = { hasFocus: () => false };
    expect(press("c", elsewhere)).toBeNull();
    expect(press("c", { ...unfocused, typing: true })).toBeNull();
  });

  it("skips an unavailable command in favor of the next one", () => {
    const { press } = setUp(
      ["page", "focus", { ...command("hit", "n"), when: () => false }],
      ["workspace", "window", command("new", "n")],
    );
    expect(press("n")).toBe("new");
  });

  it("resolves two consecutive presses, and the second press alone if they do not match", () => {
    const { press } = setUp(
      ["navigation", "window", command("go to traces", "g t"), command("go to usage", "g u")],
      ["page", "focus", command("transcript", "g t"), command("next error", "e")],
    );
    expect(press("g")).toBe("…");
    const second = { firstPress: "g" };
    expect(["t", "u", "e"].map((key) => press(key, second))).toEqual([
      "transcript",
      "go to usage",
      "next error",
    ]);
    expect(press("t")).toBeNull();
  });

  it("does not run a command that the focused control handles itself", () => {
    const { press } = setUp(["page", "window", { ...command("send", "Enter"), run: null }]);
    expect(press("Enter")).toBeNull();
  });
});

describe("bindGroup", () => {
  it("lists commands without a target but does not run them", () => {
    const group = {
      title: () => "",
      kind: "page",
      scope: "window",
      commands: [command("tag", "t")],
    } as const;
    const bound = bindGroup<Log>(group, { context: () => null, element: () => null });
    expect(bound.commands.map(({ keys, when }) => [keys, when()])).toEqual([[["t"], false]]);
    expect(resolveKey("t", [bound], DEFAULT_CONTEXT)).toBeNull();
  });
});
