/**
 * The arguments an ICU message takes, as sorted `name:type` pairs (`count:plural`, `name:`), those inside branches
 * included. Throws on unbalanced braces.
 */
export function messageArguments(message: string): readonly string[] {
  const found = new Set<string>();
  const end = readMessage(message, 0, found);
  if (end !== message.length) throw new Error(`Unbalanced brace at ${end} in: ${message}`);
  return [...found].sort();
}

/** Reads text up to an unmatched `}` or the end, and returns that position. */
function readMessage(message: string, start: number, found: Set<string>): number {
  let position = start;
  while (position < message.length) {
    const sign = message[position];
    if (sign === "}") return position;
    if (sign === "'" && /[{}']/.test(message[position + 1] ?? "")) position = skipQuoted(message, position);
    else if (sign === "{") position = readArgument(message, position + 1, found);
    else position += 1;
  }
  return position;
}

function skipQuoted(message: string, start: number): number {
  if (message[start + 1] === "'") return start + 2;
  const close = message.indexOf("'", start + 1);
  return close === -1 ? message.length : close + 1;
}

function readArgument(message: string, start: number, found: Set<string>): number {
  const head = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(message.slice(start));
  if (!head) throw new Error(`No argument name at ${start} in: ${message}`);
  found.add(`${head[1] ?? ""}:${head[2] ?? ""}`);
  let position = start + head[0].length;
  while (position < message.length) {
    if (message[position] === "}") return position + 1;
    if (message[position] === "{") position = readMessage(message, position + 1, found) + 1;
    else position += 1;
  }
  throw new Error(`Argument not closed at ${start} in: ${message}`);
}
