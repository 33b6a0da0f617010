import { RuleTester } from "eslint";
import { afterAll, describe, it } from "vitest";
import { noUnbounded } from "./no-unbounded.mjs";

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

const tester = new RuleTester();
const pattern = [{ messageId: "pattern" }];
const file = [{ messageId: "file" }];
const json = [{ messageId: "json" }];
const body = [{ messageId: "body" }];

tester.run("house · requires limits for input that others supply", noUnbounded, {
  valid: [
    'const mark = new RegExp("a+", "u");',
    "const LONG = new RegExp(`\\\\S{${SLICE},}`, 'u');",
    "const CAMERA = new RegExp(String.raw`^${NUMBER}_${NUMBER}$`);",
    "const value = parseJson(text);",
    'import { readFileBounded } from "@goaltrace/tools";',
    'import { readFile } from "./prepare-import.ts";',
    "const read = readFile(lines, before);",
    "const text = JSON.stringify(value);",
    "const condition = where.text();",
    "const { text } = await readText(answer, LIMIT_BYTES);",
    "const answer = Response.json(value);",
  ],
  invalid: [
    { code: "const match = new RegExp(pattern);", errors: pattern },
    { code: "const match = RegExp(source, 'u');", errors: pattern },
    { code: "const match = new RegExp(`^${name}$`);", errors: pattern },
    { code: "const match = new RegExp(SOURCE + name);", errors: pattern },
    { code: 'import { readFile } from "node:fs/promises";', errors: file },
    { code: 'import { readFileSync as read } from "fs";', errors: file },
    { code: "const bytes = await handle.readFile();", errors: file },
    { code: 'const bytes = fs["readFileSync"](path);', errors: file },
    { code: "const value = JSON.parse(text);", errors: json },
    { code: "const values = lines.map(JSON.parse);", errors: json },
    { code: 'const value = JSON["parse"](text);', errors: json },
    { code: "const value = await response.json();", errors: body },
    { code: "const value = request.clone().json().catch(() => null);", errors: body },
    { code: "const page = await response.text();", errors: body },
    { code: "const page = response.text().catch(() => '');", errors: body },
    { code: "const bytes = await response.arrayBuffer();", errors: body },
  ],
});
