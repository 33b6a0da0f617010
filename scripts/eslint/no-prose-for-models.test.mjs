import { RuleTester } from "eslint";
import { afterAll, describe, it } from "vitest";
import { noProseForModels } from "./no-prose-for-models.mjs";

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

const tester = new RuleTester();
const errors = [{ messageId: "prose" }];

tester.run("house · requires sentences for models to be prompts", noProseForModels, {
  valid: [
    'const result = { title: "time limit", output: resultsPrompt.canceled };',
    'const failure = { code: "X", message: "The process died at this point again.", fix: "Look at the log of the worker first." };',
    'logger.warn("run environment did not close this time", { id });',
    'throw new Error("the writer changed the kind of an entry");',
    "const line = `${name} failed: ${message}`;",
    "const evidence = `${tool} with a changing result`;",
  ],
  invalid: [
    { code: 'const result = { output: "Cancelled by the person before it finished." };', errors },
    { code: 'const NOTE = "This is the last call of this run.";', errors },
    { code: "const text = `You repeat yourself ${count} times without any result.`;", errors },
    { code: 'notes.push("State another approach before you call a tool");', errors },
    {
      code: 'const cut = () => ({ kind: "cut", message: "The answer reached the output limit here." });',
      errors,
    },
  ],
});
