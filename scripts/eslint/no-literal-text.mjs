// Requires text that people read to come from the message catalogs, where it can be translated.

/** Attributes whose value is displayed or read aloud. */
const TEXT_ATTRIBUTES = new Set([
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

/** Returns the literal texts that an expression may display. */
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

const hasText = (expression) => literalTexts(expression).some((text) => LETTER.test(text));

/** @type {import("eslint").Rule.RuleModule} */
export const noLiteralText = {
  meta: {
    type: "problem",
    schema: [],
    messages: { literal: "Literal text in JSX: use the message catalog." },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: "literal" });
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) report(node);
      },
      "JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer"(node) {
        if (hasText(node.expression)) report(node);
      },
      JSXAttribute(node) {
        if (node.name.type !== "JSXIdentifier" || !TEXT_ATTRIBUTES.has(node.name.name)) return;
        const value = node.value?.type === "JSXExpressionContainer" ? node.value.expression : node.value;
        if (value && hasText(value)) report(node);
      },
    };
  },
};
