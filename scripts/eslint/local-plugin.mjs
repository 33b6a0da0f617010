import { builtinRules } from "eslint/use-at-your-own-risk";
import { fileNames } from "./file-names.mjs";
import { noLiteralText } from "./no-literal-text.mjs";
import { noProseForModels } from "./no-prose-for-models.mjs";
import { noUnbounded } from "./no-unbounded.mjs";

/** The rules that no linter has, and those of ESLint that oxlint runs as they are. */
const localPlugin = {
  meta: { name: "local" },
  rules: {
    "file-names": fileNames,
    "no-dupe-args": builtinRules.get("no-dupe-args"),
    "no-literal-text": noLiteralText,
    "no-octal": builtinRules.get("no-octal"),
    "no-prose-for-models": noProseForModels,
    "no-restricted-syntax": builtinRules.get("no-restricted-syntax"),
    "no-unbounded": noUnbounded,
  },
};

export default localPlugin;
