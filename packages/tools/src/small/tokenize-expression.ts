export type ExpressionToken =
  | { readonly kind: "number" | "name" | "symbol"; readonly text: string; readonly at: number }
  | { readonly kind: "end"; readonly text: ""; readonly at: number };

/** Numbers like 1, 1.5, .5, 1_000, 2e-3; names; symbols. Common typographic variants of symbols are accepted. */
const TOKEN =
  /\s*(?:((?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)|([a-zA-Zπ][a-zA-Z0-9]*)|(\*\*|[-+*/%^(),!×÷−·]))/y;
const CANONICAL_SYMBOLS: Readonly<Record<string, string>> = {
  "**": "^",
  "×": "*",
  "·": "*",
  "÷": "/",
  "−": "-",
};

/** Splits an expression into tokens. `badAt` is the position (from 0) of the first invalid character, or null. */
export function tokenizeExpression(text: string): {
  readonly tokens: readonly ExpressionToken[];
  readonly badAt: number | null;
} {
  const tokens: ExpressionToken[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null)
      return { tokens, badAt: at + (text.slice(at).length - text.slice(at).trimStart().length) };
    const [whole, number, name, symbol] = match;
    const start = at + whole.length - whole.trimStart().length;
    if (number !== undefined) tokens.push({ kind: "number", text: number.replaceAll("_", ""), at: start });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, at: start });
    else if (symbol !== undefined)
      tokens.push({ kind: "symbol", text: CANONICAL_SYMBOLS[symbol] ?? symbol, at: start });
    at += whole.length;
  }
  tokens.push({ kind: "end", text: "", at: end });
  return { tokens, badAt: null };
}
