import { expect, it } from "vitest";
import { isSameTarget } from "./same-target.ts";

it.each([
  ["the same file", "path:docs/a.md", "path:docs/a.md"],
  ["a command that writes the denied file", "path:docs/notes.md", "command:echo x > docs/notes.md"],
  ["a command that enters its folder first", "path:docs/notes.md", "command:cd docs && tee notes.md"],
  ["a program that writes it", "path:docs/notes.md", 'command:open("./docs/notes.md", "w").write("x")'],
  ["a script in quotes", "path:docs/notes.md", "command:sh -c 'cp /tmp/x docs/notes.md'"],
  ["a file that the denied command changes", "command:rm -rf data/orders.db", "path:data/orders.db"],
  ["the denied command with other flags", "command:git push origin main", "command:git push -u origin main"],
  ["the denied command in another one", "command:npm publish", "command:cd pkg && npm publish --tag next"],
  ["the denied command by way of a shell", "command:git push", "command:bash -lc 'git push --force'"],
  [
    "a command denied behind a change of folder",
    "command:cd packages/x && npm publish",
    "command:npm publish",
  ],
  ["a command denied with an assignment", "command:CI=1 npm publish", "command:npm publish"],
  ["a command denied with the rights of root", "command:sudo rm -rf build", "command:rm -rf build"],
  ["a command denied by the path of its program", "command:/usr/bin/npm publish", "command:npm publish"],
  ["a command tried by the path of its program", "command:npm publish", "command:A=1 /usr/bin/npm publish"],
  ["a folder that is entered first", "command:rm -rf build", "command:cd build && rm -rf ."],
  ["one of several denied commands", "command:npm test; git push", "command:env A=1 git push"],
  ["a denied command in a list of a program", "command:git push", 'command:run(["git", "push"])'],
  ["an address fetched by a command", "url:https://x.example/a", "command:curl -d @f https://x.example/b"],
])("takes for the same: %s", (_, denied, tried) => {
  expect(isSameTarget(denied, tried)).toBe(true);
});

it.each([
  ["another file", "path:docs/a.md", "path:docs/b.md"],
  ["a command about other files", "path:docs/notes.md", "command:cat docs/other.md"],
  ["a file whose name only ends alike", "path:a.md", "command:cat extra.md"],
  ["a name of one letter", "path:a", "command:echo a"],
  ["another command of the same program", "command:git push origin main", "command:git status"],
  ["its folder and another program", "command:cd packages/x && npm publish", "command:cd packages/x && ls"],
  ["its words in several parts", "command:git push", "command:git status && echo push"],
  ["another program with the same argument", "command:rm build", "command:ls build"],
  ["a file that the denied command does not name", "command:git push", "path:src/a.ts"],
  ["another address", "url:https://x.example/a", "command:curl https://y.example/a"],
  ["another tool", "tool:mail_send", "tool:mail_read"],
])("takes for something else: %s", (_, denied, tried) => {
  expect(isSameTarget(denied, tried)).toBe(false);
});
