import { expect, it } from "vitest";
import { createSimilarTerms } from "./similar-terms.ts";

function vocabulary(...terms: readonly string[]): ReturnType<typeof createSimilarTerms> {
  const similar = createSimilarTerms();
  for (const term of terms) similar.add(term);
  return similar;
}

it("finds the words with the fewest mistakes", () => {
  const similar = vocabulary("database", "databank", "integration", "deploy");
  expect(similar.find("databse")).toEqual(["database"]);
  expect(similar.find("intergration")).toEqual(["integration"]);
  expect(similar.find("depoly")).toEqual(["deploy"]);
});

it("finds nothing for short words, other first letters and different words", () => {
  const similar = vocabulary("bone", "print", "paint", "release");
  for (const word of ["tone", "saint", "increase", "v12345"]) expect(similar.find(word)).toEqual([]);
});
