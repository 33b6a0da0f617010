import { expect, it } from "vitest";
import { bindGroup } from "./bind-group.ts";
import { registerCommands, registeredCommands } from "./command-store.ts";

const group = (id: string) =>
  bindGroup(
    {
      title: () => id,
      kind: "page",
      scope: "window",
      commands: [{ id, label: () => id, keys: [], run: null }],
    },
    { context: () => null, element: () => null },
  );
const ids = () => registeredCommands().flatMap(({ commands }) => commands.map(({ id }) => id));

it("keeps the commands of a page until it unregisters, without affecting others", () => {
  const unregisterShell = registerCommands([group("shell")]);
  const unregisterPage = registerCommands([group("page"), group("rows")]);
  expect(ids()).toEqual(["shell", "page", "rows"]);
  unregisterPage();
  expect(ids()).toEqual(["shell"]);
  unregisterShell();
  expect(ids()).toEqual([]);
});
