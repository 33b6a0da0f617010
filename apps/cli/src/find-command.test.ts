import { GoaltraceError } from "@goaltrace/core";
import { expect, it } from "vitest";
import {
  type CommandMatch,
  checkArguments,
  findCommand,
  listSubCommands,
  loadCommand,
} from "./find-command.ts";
import { program } from "./program.ts";

async function usageMessage(commandArguments: readonly string[]): Promise<string> {
  try {
    checkArguments(await findCommand(program, commandArguments));
    return "";
  } catch (thrown) {
    if (!(thrown instanceof GoaltraceError)) throw thrown;
    expect(thrown.code).toBe("INVALID_INPUT");
    return `${thrown.message} ${thrown.fix}`;
  }
}

it.each([
  [["rum", "Hello"], "Did you mean run?"],
  [["admin", "create-usr"], "Did you mean create-user? See: goaltrace admin --help"],
  [["admin", "create-user", "--mail", "x"], "Did you mean --email?"],
  [["run", "Hello", "--modle", "x"], "Did you mean --model? See: goaltrace run --help"],
  [["run", "Hello", "--modle=x"], "Did you mean --model?"],
  [["run", "Hello", "-j"], 'no option "-j"'],
  [["run", "Hello", "--model"], "--model needs a value"],
  [["run", "Hello", "--model", "--json"], "--model needs a value"],
  [["run", "say", "hello"], "quote text that contains spaces"],
  [["doctor", "now"], "goaltrace doctor takes 0 arguments, but got 1"],
  [["replay"], 'no command "replay"'],
  [["run"], "goaltrace run needs TASK."],
  [["run", "--json"], "goaltrace run needs TASK. See: goaltrace run --help"],
  [["resume", "--workspace", "shop"], "goaltrace resume needs TRACE."],
  [["import"], "goaltrace import needs FILE."],
  [["compact", "--in", "chat.json", "--json"], "goaltrace compact needs --window."],
  [["admin", "create-key", "--json"], "goaltrace admin create-key needs --email."],
  [
    ["admin", "--json"],
    "goaltrace admin needs a command: create-user, create-workspace, create-key, set-weight.",
  ],
  [["run", "Hello", "--json=maybe"], '--json takes no value, but got "maybe"'],
])("rejects %j and suggests a fix", async (commandArguments, expected) => {
  expect(await usageMessage(commandArguments)).toContain(expected);
});

it.each([
  [["run", "Hello", "--json", "--model", "a,b", "--folder=/tmp"]],
  [["run", "--json", "--", "--help me"]],
  [["admin", "create-user", "--email", "a@b.c", "--password", "-x-"]],
  [["run", "-", "--json=true"]],
  [["worker", "--concurrency", "4"]],
  [["mcp", "add", "everything", "--network", "--", "npx", "-y", "a-server", "--port", "1"]],
])("accepts %j", async (commandArguments) => {
  expect(await usageMessage(commandArguments)).toBe("");
});

/** Every command, and every group of commands, with its words. */
async function allCommands(
  words: readonly string[] = [],
  command: CommandMatch["command"] = program,
): Promise<readonly { readonly words: readonly string[]; readonly command: CommandMatch["command"] }[]> {
  const children = Object.entries(listSubCommands(command));
  const below = await Promise.all(
    children.map(async ([name, child]) => await allCommands([...words, name], await loadCommand(child))),
  );
  return [{ words, command }, ...below.flat()];
}

const needsMore = ({ args }: CommandMatch["command"]): boolean =>
  Object.values((args ?? {}) as Readonly<Record<string, { readonly required?: boolean }>>).some(
    ({ required }) => required === true,
  );

it("rejects every command without an argument that it needs, in words that fit one line of JSON", async () => {
  const commands = await allCommands();
  const incomplete = commands.filter(
    ({ command }) => needsMore(command) || Object.keys(listSubCommands(command)).length > 0,
  );
  expect(incomplete.length).toBeGreaterThan(30);
  for (const { words } of incomplete)
    expect(await usageMessage([...words, "--json"]), words.join(" ")).not.toBe("");
});

it("loads only the command that the arguments name", async () => {
  const loaded: string[] = [];
  const command = (name: string) => () => {
    loaded.push(name);
    return { meta: { name }, args: {} };
  };
  const main = { subCommands: { one: command("one"), other: command("other") } };
  const match = await findCommand(main, ["one", "--help"]);
  expect(match).toMatchObject({ name: "goaltrace one", parentName: "goaltrace", rest: ["--help"] });
  expect(loaded).toEqual(["one"]);
});

it("does not mistake inherited property names for commands", async () => {
  expect(await usageMessage(["constructor"])).toContain('There is no command "constructor".');
});
