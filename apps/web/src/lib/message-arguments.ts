/**
 * Returns the arguments of an ICU message as sorted `name:type` pairs (`count:plural`, `name:`), including those inside
 * branches. Throws on unbalanced braces.
 */
export function messageArguments(message: string): readonly string[] {
  const names = new Set<string>();
  const end = readMessage(message, 0, names);
  if (end !== message.length) throw new Error(`Unbalanced brace at ${end} in: ${message}`);
  return [...names].sort();
}

/** Reads text up to an unmatched `}` or the end. Returns that position. */
function readMessage(message: string, start: number, names: Set<string>): number {
  let position = start;
  while (position < message.length) {
    const character = message[position];
    if (character === "}") return position;
    if (character === "'" && /[{}']/.test(message[position + 1] ?? ""))
      position = skipQuoted(message, position);
    else if (character === "{") position = readArgument(message, position + 1, names);
    else position += 1;
  }
  return position;
}

function skipQuoted(message: string, start: number): number {
  if (message[start + 1] === "'") return start + 2;
  const close = message.indexOf("'", start + 1);
  return close === -1 ? message.length : close + 1;
}

function readArgument(message: string, start: number, names: Set<string>): number {
  const head = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(message.slice(start));
  if (!head) throw new Error(`No argument name at ${start} in: ${message}`);
  names.add(`${head[1] ?? ""}:${head[2] ?? ""}`);
  let position = start + head[0].length;
  while (position < message.length) {
    if (message[position] === "}") return position + 1;
    if (message[position] === "{") position = readMessage(message, position + 1, names) + 1;
    else position += 1;
  }
  throw new Error(`Unclosed argument at ${start} in: ${message}`);
}
