// Requires sentences for models in core to be prompts in packages/core/prompts, where they are reviewed, versioned and listed.

/** The number of consecutive words that make a sentence; titles, reasons and labels are shorter. */
const SENTENCE_WORDS = 5;
const SENTENCE = new RegExp(String.raw`(?:\p{L}[\p{L}'’,-]*\s+){${SENTENCE_WORDS - 1}}\p{L}`, "u");

/** Methods whose texts go to a log file, not to a model. */
const LOGGERS = new Set(["info", "warn", "error"]);

/** Returns the text of a template with a placeholder word for each inner value; values at its ends are not part of its sentence. */
const templateText = ({ quasis }) => {
  const texts = quasis.map((quasi) => quasi.value.cooked ?? "");
  const first = texts[0] === "" ? 1 : 0;
  const last = texts.at(-1) === "" ? texts.length - 1 : texts.length;
  return texts.slice(first, last).join("x");
};

const propertyName = (property) => property.key?.name ?? property.key?.value;

/** True for a failure, which has a `fix`, and for the `problem` of a summary: people read both. */
const isFailure = (node) =>
  node.type === "ObjectExpression" &&
  node.properties.some((property) => ["fix", "problem"].includes(propertyName(property)));

/** True for the payload of an event and the evidence of a loop, which people read in the trace. */
const isPayload = (node) => node.type === "Property" && ["data", "evidence"].includes(propertyName(node));

const isForPeople = (node) =>
  isFailure(node) ||
  isPayload(node) ||
  node.type === "ThrowStatement" ||
  (node.type === "CallExpression" &&
    node.callee.type === "MemberExpression" &&
    LOGGERS.has(node.callee.property.name));

/** True for the node that limits the context of a text. */
const isBoundary = (node) => node.type.endsWith("Statement") && node.type !== "ThrowStatement";

function isReadByPeople(node) {
  for (let around = node.parent; around && !isBoundary(around); around = around.parent)
    if (isForPeople(around)) return true;
  return false;
}

/** @type {import("eslint").Rule.RuleModule} */
export const noProseForModels = {
  meta: {
    type: "problem",
    schema: [],
    messages: { prose: "Sentence in code: move text for models to packages/core/prompts." },
  },
  create(context) {
    const check = (node, text) => {
      if (SENTENCE.test(text) && !isReadByPeople(node)) context.report({ node, messageId: "prose" });
    };
    return {
      Literal(node) {
        if (typeof node.value === "string") check(node, node.value);
      },
      TemplateLiteral(node) {
        check(node, templateText(node));
      },
    };
  },
};
