import { expect, it } from "vitest";
import { buildExperience } from "../testing/experiences.ts";
import { createMeaningComparison } from "./compare-meaning.ts";
import { joinMeaning } from "./join-meaning.ts";
import { chooseExperiences, findRelevant } from "./rank-experiences.ts";

const TASK = "Why is checkout slow?";
/** Shares words with the task, says the same in other words, and says something else. */
const [words, meaning, other] = [
  buildExperience({ id: "words", condition: "checkout is slow", worked: 9, trials: 10 }),
  buildExperience({ id: "meaning", condition: "ordering takes long", worked: 9, trials: 10 }),
  buildExperience({ id: "other", condition: "a holiday is planned", worked: 9, trials: 10 }),
];
const ALL = [words, meaning, other];
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  [TASK]: [1, 0],
  [words.condition]: [0.9, 0.1],
  [meaning.condition]: [0.95, 0.05],
  [other.condition]: [0, 1],
};

function setUp({ fails = () => false }: { readonly fails?: () => boolean } = {}) {
  const asked: string[][] = [];
  const warnings: string[] = [];
  const compare = createMeaningComparison({
    logger: { warn: (message) => void warnings.push(message) },
    embedder: {
      model: "test",
      embed: async (texts) => {
        asked.push([...texts]);
        if (fails()) throw new Error("no endpoint");
        return await Promise.resolve(texts.map((text) => VECTORS[text] ?? []));
      },
    },
  });
  const choose = async (sureFrom: number | null) => {
    const joined = joinMeaning(findRelevant(ALL, TASK), await compare(TASK, ALL), {
      approved: ALL,
      sureFrom,
    });
    return chooseExperiences(joined).map(({ id }) => id);
  };
  return { asked, warnings, choose };
}

it("finds by meaning a rule that shares no words, once its vector exists, and never an unrelated one", async () => {
  const { asked, choose } = setUp();
  expect(await choose(0.5)).toEqual(["words"]);
  expect(await choose(0.5)).toEqual(["words", "meaning"]);
  expect(asked).toEqual([ALL.map(({ condition }) => condition), [TASK]]);
});

it("uses vectors only to order what words found while no cosine counts as sure", async () => {
  const { choose } = setUp();
  await choose(null);
  expect(await choose(null)).toEqual(["words"]);
});

it("uses words alone while the endpoint fails, and asks it again later", async () => {
  let isDown = true;
  const { warnings, choose } = setUp({ fails: () => isDown });
  expect(await choose(0.5)).toEqual(["words"]);
  expect(await choose(0.5)).toEqual(["words"]);
  expect(warnings).toContain("experiences are found by words only");
  isDown = false;
  await choose(0.5);
  expect(await choose(0.5)).toEqual(["words", "meaning"]);
});

it("ranks by the bound of the share that worked where the meaning is equal", () => {
  const lucky = buildExperience({ id: "lucky", condition: "a", worked: 3, trials: 3 });
  const steady = buildExperience({ id: "steady", condition: "b", worked: 9, trials: 10 });
  const approved = [lucky, steady];
  const cosines = new Map(approved.map(({ id }) => [id, 0.8]));
  const joined = joinMeaning([], cosines, { approved, sureFrom: 0.5 });
  expect(chooseExperiences(joined).map(({ id }) => id)).toEqual(["steady", "lucky"]);
});
