/** The outcome text of a closed row. `isAnswer` marks the result of a call: it is short and takes priority over the argument. */
export type OutcomeText = { readonly text: string; readonly isAnswer: boolean };

const MAX_DECIMALS = 6;

/**
 * Returns the title of a call without the argument that its row shows already: `1 + 1 = 2` becomes `= 2`, `Find *.md (2 found)` becomes
 * `2 found`, `Read a.ts, lines 1–12 of 12` becomes `lines 1–12 of 12`.
 */
export function outcomeText({
  argument,
  title,
  output,
}: {
  readonly argument: string;
  readonly title: string;
  readonly output: string;
}): OutcomeText {
  const question = argument.replace(/…$/u, "");
  const isAnswer = question !== "" && output !== "" && title.startsWith(question) && title.endsWith(output);
  if (!isAnswer) return { text: withoutArgument(title, question), isAnswer };
  const before = title.slice(0, title.length - output.length).trimEnd();
  const answer = shortNumber(output);
  return { text: before.endsWith("=") && answer === output ? `= ${answer}` : answer, isAnswer };
}

function withoutArgument(title: string, argument: string): string {
  const at = argument === "" ? -1 : title.indexOf(argument);
  if (at < 0) return title;
  const rest = title
    .slice(at + argument.length)
    .replace(/^["'”]?[\s,:·]*/u, "")
    .trim();
  return /^\([^()]*\)$/u.test(rest) ? rest.slice(1, -1) : rest;
}

/** Cuts the decimals of a long number, which are in the output of the row. */
function shortNumber(text: string): string {
  const match = /^-?\d+\.(\d+)$/u.exec(text);
  return match !== null && (match[1]?.length ?? 0) > MAX_DECIMALS
    ? `≈ ${String(Number(Number(text).toFixed(2)))}`
    : text;
}
