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

it("holds the commands of a page while it is registered, and only its own go with it", () => {
  const leaveShell = registerCommands([group("shell")]);
  const leavePage = registerCommands([group("page"), group("rows")]);
  expect(ids()).toEqual(["shell", "page", "rows"]);
  leavePage();
  expect(ids()).toEqual(["shell"]);
  leaveShell();
  expect(ids()).toEqual([]);
});
