import type { Redactor } from "@goaltrace/core/ports";

/** A password that a text names as such, up to the end of its quotes or of the line. */
const NAMED_PASSWORD =
  /((?:password|passwd|passphrase|密码)(?:\\?["']|[*_`]{1,3})?[ \t]{0,20}[:：][ \t]{0,20})(?!\[redacted:)("(?:\\.|[^"\\\n]){1,200}"?|\\"[^"\n]{1,200}"?|'[^'\n]{1,200}'?|[^\s"'\\][^\n]{0,500})/gi;
/** A password in a variable, an option or the query of a URL. A comparison with `==` is not one. */
const ASSIGNED_PASSWORD =
  /((?:password|passwd|passphrase)[ \t]{0,20}=[ \t]{0,20})(?![=[])("[^"\n]{1,200}"?|'[^'\n]{1,200}'?|[^\s&,;"'=]{1,200})/gi;
const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/g;
/** The part of a path that names a person. */
const HOME = /(\/(?:home|Users)\/|\b[A-Za-z]:\\{1,2}Users\\{1,2})[^\s/\\"'`<>|:;,)]{1,64}/g;

/**
 * Creates the mask for publicly shared contents. It hides what `redactor` masks, passwords that are named as such, email
 * addresses, the project folder and user names in home paths. Equal texts get equal marks.
 */
export function createPublicMask(
  redactor: Pick<Redactor, "redact">,
  projectFolder: string | null,
): (text: string) => string {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  const toMark = (kind: string, secret: string): string => {
    const existing = marks.get(secret);
    if (existing !== undefined) return existing;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const mark = `[redacted:${kind}#${number}]`;
    marks.set(secret, mark);
    return mark;
  };
  return (text) => {
    let masked = redactor
      .redact(text)
      .replace(NAMED_PASSWORD, (_, before: string, value: string) => before + toMark("password", value))
      .replace(ASSIGNED_PASSWORD, (_, before: string, value: string) => before + toMark("password", value))
      .replace(EMAIL, (match) => toMark("email", match.toLowerCase()));
    if (projectFolder !== null && projectFolder.length > 1)
      masked = masked.replaceAll(projectFolder, "[project]");
    return masked.replace(HOME, (match, before: string) => `${before}${toMark("person", match)}`);
  };
}
