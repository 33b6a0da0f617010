import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinWords, splitWords } from "./command-words.ts";
import { matchesCommand } from "./match-command.ts";

const covers = (pattern: string, command: string, effect: "allow" | "deny" = "allow"): boolean =>
  matchesCommand(pattern, splitWords(command), effect);

describe("patterns of commands", () => {
  it.each([
    ["npm test", "npm test", true],
    ["npm test", "npm test -- --run", true],
    ["npm test", "npm", false],
    ["npm test", "npm testing", false],
    ["npm", "npm run evil", true],
    ["=npm test", "npm test", true],
    ["=npm test", "npm test --x", false],
    ["npm run test:*", "npm run test:unit --run", true],
    ["npm run test:*", "npm run evil test:x", false],
    ["git commit -m *", "git commit -m 'any text'", true],
    ["cat", "./cat x", false],
    ["", "ls", false],
    ["git push", "git --no-pager push", false],
  ])("%s allows %s: %s", (pattern, command, expected) => {
    expect(covers(pattern, command)).toBe(expected);
  });

  it.each([
    ["rm", "/usr/bin/rm x"],
    ["rm", "./rm x"],
    ["rm -f", "rm -rf x"],
    ["rm -rf", "rm -f -r x"],
    ["rm -rf", "rm x -fr"],
    ["git push --force", "git push origin main --force"],
    ["git push --force", "git push --force=yes"],
    ["git push --force", "git push --forc"],
    ["git push", "git --no-pager push"],
    ["git push origin", "git push -u origin"],
    ["=rm x", "rm x y"],
  ])("%s denies the equivalent %s", (pattern, command) => {
    expect(covers(pattern, command, "deny")).toBe(true);
  });

  it.each([
    ["rm", "echo rm"],
    ["git push --force", "git push"],
    ["rm -f", "rm -r x"],
  ])("%s does not deny %s", (pattern, command) => {
    expect(covers(pattern, command, "deny")).toBe(false);
  });

  it("deny whatever the same pattern would allow", () => {
    const words = fc.array(fc.constantFrom("git", "push", "-f", "--force", "x y", "*", "a'b"), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, words, (wanted, given) => {
        const pattern = joinWords(wanted);
        if (matchesCommand(pattern, given, "allow"))
          expect(matchesCommand(pattern, given, "deny")).toBe(true);
      }),
    );
  });

  it("read back the words that they were joined from", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitWords(joinWords(words))).toEqual(words);
      }),
    );
  });
});
