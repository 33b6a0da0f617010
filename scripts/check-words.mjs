// Comments, test titles, UI texts and docs use plain English and American spelling, and links in docs lead to files.
// The list is restricted-words.json; quoted and backticked text is free.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./lib/checkout.mjs";
import { compileRules, findRestricted, relativeLinks } from "./lib/restricted-words.mjs";

const SEARCHED = [
  ...["*.ts", "*.tsx", "*.js", "*.mjs", "*.cjs", "*.css", "*.prisma", "*.md"],
  "apps/web/messages/en/*.json",
];

const rules = compileRules(JSON.parse(readFileSync(inCheckout("scripts/restricted-words.json"), "utf8")));
const files = execFileSync("git", ["ls-files", "-z", "--", ...SEARCHED], {
  cwd: inCheckout(),
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => file && existsSync(inCheckout(file)));

const problems = [];
for (const file of files) {
  const source = readFileSync(inCheckout(file), "utf8");
  for (const { line, found, instead } of findRestricted(file, source, rules))
    problems.push(`${file}:${line}: "${found}" – write ${instead}`);
  if (!file.endsWith(".md")) continue;
  for (const { line, target } of relativeLinks(source)) {
    if (!existsSync(inCheckout(path.dirname(file), target)))
      problems.push(`${file}:${line}: no file ${target} – correct the link`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
