import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools, type Sandbox } from "@goaltrace/tools";
import { afterAll, expect, it } from "vitest";
import { createRunPermission } from "./run-permission.ts";

const folder = mkdtempSync(join(tmpdir(), "reasons-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sandbox: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => null };
const permission = createRunPermission(
  { tools: createToolSet(builtInTools({ sandbox, variables: {} })), allowsProtectedWrites: false, sandbox },
  { mode: "ask", rules: [], hasApprover: true },
);

async function reasonOf(args: object): Promise<string | undefined> {
  const decided = await permission.decide({
    ...{ tool: "bash_command", arguments: args, annotations: {}, folder },
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
  return decided.effect === "ask" ? decided.reason : undefined;
}

const RUN_TIME = "has a word that is known only when it runs";

/** Each command line with the reason to ask, which names each of its parts with all of its words. */
const LABELED: readonly (readonly [command: string, reason: string])[] = [
  // Words that are known only when the command runs.
  ["git push origin $BRANCH", `The command "git push origin $BRANCH" ${RUN_TIME}.`],
  ['cat "$FILE"', `The command "cat "$FILE"" ${RUN_TIME}.`],
  [
    "rm -rf $(cat list.txt)/build",
    `The command "rm -rf $(cat list.txt)/build" contains a command substitution. The command "rm -rf $(cat list.txt)/build" ${RUN_TIME}.`,
  ],
  ["git -C $DIR status", `The command "git -C $DIR status" ${RUN_TIME}.`],
  ["$TOOL --all", 'The command "$TOOL --all" runs a program that is known only when it runs.'],
  ["ls && node scripts/x.js $1 --yes", `The command "node scripts/x.js $1 --yes" ${RUN_TIME}.`],
  ["timeout 5 cp $A $B", `The command "timeout 5 cp $A $B" ${RUN_TIME}.`],
  ["ls && bash -c 'kill $PID'", `The command "bash -c 'kill $PID'" ${RUN_TIME}.`],
  // The name of a wrapper includes the command that it runs, and a redirection belongs to its command.
  [
    "time python -c 'print(1)'",
    `The command "time python -c 'print(1)'" runs code that is written in the command or read from its input.`,
  ],
  [
    "ls > ../list",
    'The command writes the file "PLACE/list". The command "ls > ../list" names a path outside the project folder.',
  ],
  ["ls;\n  rm   \\\n x", 'The command "rm \\ x" runs rm, which is not known to be harmless.'],
  // Every part that asks, and no part that does not.
  [
    "ls && rm a && git push",
    'The command "rm a" runs rm, which is not known to be harmless. The command "git push" changes the repository, or could.',
  ],
  ["rm a && rm a", 'The command "rm a" runs rm, which is not known to be harmless.'],
  [
    "rm a; rm b; rm c; rm d",
    'The command "rm a" runs rm, which is not known to be harmless. The command "rm b" runs rm, which is not known to be harmless. The command "rm c" runs rm, which is not known to be harmless. Another part asks, too.',
  ],
  // A filter is not the name of a file.
  [
    "gh pr list --json title --jq '.[].title'",
    `The command "gh pr list --json title --jq '.[].title'" runs gh, which is not known to be harmless.`,
  ],
  [
    "gh api x --jq=.[].name",
    'The command "gh api x --jq=.[].name" is given words that are known only when it runs.',
  ],
  ["yq '.[0]' a.yaml", `The command "yq '.[0]' a.yaml" runs yq, which is not known to be harmless.`],
  [
    "gh pr create --body-file .env",
    'The command "gh pr create --body-file .env" may name an environment file.',
  ],
  ["cat .env", 'The command "cat .env" may name an environment file.'],
  ["cat '.e*'", `The command "cat '.e*'" may name an environment file.`],
];

it.each(LABELED)("says why %j asks, about the whole command", async (command, reason) => {
  expect(await reasonOf({ command })).toBe(reason.replace("PLACE", join(folder, "..")));
});

it("names the hosts that a command asks for beside what the command does", async () => {
  expect(await reasonOf({ command: "npm test", domains: ["registry.npmjs.org"] })).toContain(
    "The command reaches https://registry.npmjs.org",
  );
  expect(await reasonOf({ command: "curl x", network: true })).toBe(
    'The command "curl x" runs curl, which is not known to be harmless. The command reaches any host.',
  );
});
