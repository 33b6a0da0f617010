import { GoaltraceError } from "@goaltrace/core";
import { expect, it } from "vitest";
import { checkArguments, findCommand } from "./find-command.ts";
import { program } from "./program.ts";

function usageMessage(commandArguments: readonly string[]): string {
  try {
    checkArguments(findCommand(program, commandArguments));
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
])("rejects %j and suggests a fix", (commandArguments, expected) => {
  expect(usageMessage(commandArguments)).toContain(expected);
});

it.each([
  [["run", "Hello", "--json", "--model", "a,b", "--folder=/tmp"]],
  [["run", "--json", "--", "--help me"]],
  [["admin", "create-user", "--email", "a@b.c", "--password", "-x-"]],
  [["run", "-", "--json=true"]],
  [["worker", "--concurrency", "4"]],
])("accepts %j", (commandArguments) => {
  expect(usageMessage(commandArguments)).toBe("");
});
