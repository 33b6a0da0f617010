// Sentences in the parts of core that write to models belong to packages/core/prompts, where they are read, versioned and listed.

/** Words in a row that make a sentence; titles, reasons and labels are shorter. */
const SENTENCE_WORDS = 5;
const SENTENCE = new RegExp(String.raw`(?:\p{L}[\p{L}'’,-]*\s+){${SENTENCE_WORDS - 1}}\p{L}`, "u");

/** Calls whose texts go to a log file, not to a model. */
const LOGGERS = new Set(["info", "warn", "error"]);

/** The text of a template, with a word for each value inside; those at its ends are not part of its sentence. */
const wordsOf = ({ quasis }) => {
  const texts = quasis.map((quasi) => quasi.value.cooked ?? "");
  const first = texts[0] === "" ? 1 : 0;
  const last = texts.at(-1) === "" ? texts.length - 1 : texts.length;
  return texts.slice(first, last).join("x");
};

const keyOf = (property) => property.key?.name ?? property.key?.value;

/** True for a failure, which has a `fix`, and for the `problem` of a summary: both are shown to people. */
const isFailure = (node) =>
  node.type === "ObjectExpression" &&
  node.properties.some((property) => ["fix", "problem"].includes(keyOf(property)));

/** True for the payload of an event and for the evidence of a loop, which people read in the trace. */
const isPayload = (node) => node.type === "Property" && ["data", "evidence"].includes(keyOf(node));

const isForPeople = (node) =>
  isFailure(node) ||
  isPayload(node) ||
  node.type === "ThrowStatement" ||
  (node.type === "CallExpression" &&
    node.callee.type === "MemberExpression" &&
    LOGGERS.has(node.callee.property.name));

/** Until here a text belongs to what is around it. */
const isBoundary = (node) => node.type.endsWith("Statement") && node.type !== "ThrowStatement";

function isRead(node) {
  for (let around = node.parent; around && !isBoundary(around); around = around.parent)
    if (isForPeople(around)) return true;
  return false;
}

/** @type {import("eslint").Rule.RuleModule} */
export const noProseForModels = {
  meta: {
    type: "problem",
    schema: [],
    messages: { prose: "A sentence in code: put what a model reads into packages/core/prompts." },
  },
  create(context) {
    const check = (node, text) => {
      if (SENTENCE.test(text) && !isRead(node)) context.report({ node, messageId: "prose" });
    };
    return {
      Literal(node) {
        if (typeof node.value === "string") check(node, node.value);
      },
      TemplateLiteral(node) {
        check(node, wordsOf(node));
      },
    };
  },
};
