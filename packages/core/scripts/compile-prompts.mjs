// Compiles prompts/*.prompt to TypeScript, so that the browser-safe core reads no files. `--check` fails when the output is stale.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parsePrompt } from "../src/prompts/parse.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = path.join(root, "prompts");
const target = path.join(root, "src/prompts/generated");
const check = process.argv.includes("--check");
let stale = false;
fs.mkdirSync(target, { recursive: true });
for (const file of fs.readdirSync(source).filter((name) => name.endsWith(".prompt"))) {
  const name = file.replace(/\.prompt$/, "");
  const prompt = parsePrompt(
    fs.readFileSync(path.join(source, file), "utf8"),
    `packages/core/prompts/${file}`,
  );
  const identifier = `${name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Prompt`;
  const fields = Object.fromEntries(prompt.sections.map((section) => [section.name, section.text]));
  const text = `// Compiled from prompts/${file}; change that file.\nexport const ${identifier} = ${JSON.stringify({ ...fields, variables: prompt.variables }, null, 2)} as const;\n`;
  const output = path.join(target, `${name}.ts`);
  const current = fs.existsSync(output) ? fs.readFileSync(output, "utf8") : "";
  if (current === text) continue;
  if (check) stale = true;
  else fs.writeFileSync(output, text);
}
if (stale) {
  console.error("packages/core/src/prompts/generated is stale. Run: npm run fix");
  process.exit(1);
}
