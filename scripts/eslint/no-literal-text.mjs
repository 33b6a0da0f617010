// Words a person reads belong to the message catalogues, where they can be translated.

/** Attributes whose value is shown or read aloud. */
const SPOKEN_ATTRIBUTES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);

const LETTER = /\p{L}/u;

/** The literal words in an expression that would be shown as they stand. */
function literalTexts(expression) {
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string" ? [expression.value] : [];
    case "TemplateLiteral":
      return expression.quasis.map((quasi) => quasi.value.cooked ?? "");
    case "ConditionalExpression":
      return [...literalTexts(expression.consequent), ...literalTexts(expression.alternate)];
    case "LogicalExpression":
      return literalTexts(expression.right);
    default:
      return [];
  }
}

const hasWords = (expression) => literalTexts(expression).some((text) => LETTER.test(text));

/** @type {import("eslint").Rule.RuleModule} */
export const noLiteralText = {
  meta: {
    type: "problem",
    schema: [],
    messages: { literal: "Literal text in JSX: take it from the message catalogue." },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: "literal" });
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) report(node);
      },
      "JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer"(node) {
        if (hasWords(node.expression)) report(node);
      },
      JSXAttribute(node) {
        if (node.name.type !== "JSXIdentifier" || !SPOKEN_ATTRIBUTES.has(node.name.name)) return;
        const value = node.value?.type === "JSXExpressionContainer" ? node.value.expression : node.value;
        if (value && hasWords(value)) report(node);
      },
    };
  },
};
