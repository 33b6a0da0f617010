// Requires the helpers with limits for input that others supply: patterns, files and JSON can otherwise need any time and memory.

const FILE_SYSTEM = new Set(["fs", "node:fs", "fs/promises", "node:fs/promises"]);
const FILE_READERS = new Set(["readFile", "readFileSync"]);
/** By convention, the name of a value that is fixed in the source. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** True for an expression whose value is fixed in the source. */
function isFixed(node) {
  switch (node.type) {
    case "Literal":
      return true;
    case "Identifier":
      return CONSTANT.test(node.name);
    case "TemplateLiteral":
      return node.expressions.every(isFixed);
    case "TaggedTemplateExpression":
      return isFixed(node.quasi);
    default:
      return false;
  }
}

/** Methods that read the whole body of a request or response. `text` is also a method of others, which do not return promises. */
const BODY_READERS = new Set(["json", "text", "arrayBuffer", "bytes"]);

function readsBody(node) {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || node.arguments.length > 0) return false;
  const name = nameOf(callee.property);
  if (name === "json") return true;
  return BODY_READERS.has(name) && (node.parent.type === "AwaitExpression" || node.parent.object === node);
}

const nameOf = (property) => property.name ?? property.value;

/** @type {import("eslint").Rule.RuleModule} */
export const noUnbounded = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      pattern: "Regular expression from data: match it in the pattern thread of packages/tools/src/bounded.",
      file: "Unbounded read: use readBounded or readFileBounded of packages/tools/src/bounded.",
      json: "Unbounded JSON: use parseJson of core.",
      body: "Unbounded body: read it in pieces up to a limit, as limitedBody of the web and readText of core do.",
    },
  },
  create(context) {
    const checkPattern = (node) => {
      if (node.callee.name === "RegExp" && !node.arguments.every(isFixed))
        context.report({ node, messageId: "pattern" });
    };
    return {
      NewExpression: checkPattern,
      CallExpression(node) {
        checkPattern(node);
        if (node.callee.type === "MemberExpression" && FILE_READERS.has(nameOf(node.callee.property)))
          context.report({ node, messageId: "file" });
        if (readsBody(node)) context.report({ node, messageId: "body" });
      },
      ImportSpecifier(node) {
        if (FILE_SYSTEM.has(node.parent.source.value) && FILE_READERS.has(nameOf(node.imported)))
          context.report({ node, messageId: "file" });
      },
      MemberExpression(node) {
        if (node.object.name === "JSON" && nameOf(node.property) === "parse")
          context.report({ node, messageId: "json" });
      },
    };
  },
};
