import { RuleTester } from "eslint";
import { afterAll, describe, it } from "vitest";
import { noLiteralText } from "./no-literal-text.mjs";

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });
const errors = [{ messageId: "literal" }];

tester.run("house · takes text in JSX from the catalog", noLiteralText, {
  valid: [
    '<p className="quiet text">{translate("hello")}</p>',
    "<p>{count} · 1/2</p>",
    '<button aria-label={translate("close")}>×</button>',
    '<Icon name={isOpen ? "open" : "closed"} />',
  ],
  invalid: [
    { code: "<p>Hello</p>", errors },
    { code: "<p>你好</p>", errors },
    { code: '<p>{"Hello"}</p>', errors },
    { code: '<p>{isOpen ? "Open" : translate("closed")}</p>', errors },
    { code: '<>{isOpen && "Open"}</>', errors },
    { code: "<p>{`Hello ${name}`}</p>", errors },
    { code: '<button aria-label="Close" />', errors },
    { code: '<img alt={isOpen ? "Open" : ""} />', errors },
  ],
});
