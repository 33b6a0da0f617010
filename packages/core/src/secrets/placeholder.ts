/** The longest name of a secret, in characters. */
export const SECRET_NAME_MAX = 64;

const PLACEHOLDER = /<secret>([A-Za-z0-9][\w-]{0,63})<\/secret>/gu;
/** The same as the URL parser writes it. */
const IN_URL = /%3Csecret%3E([A-Za-z0-9][\w-]{0,63})%3C\/secret%3E/giu;

/** Returns true for a name of a secret: letters, digits, `-` and `_`, beginning with a letter or digit. */
export function isSecretName(name: string): boolean {
  return /^[A-Za-z0-9][\w-]{0,63}$/u.test(name);
}

/** Returns what stands for a secret wherever a model reads or writes it. */
export function secretPlaceholder(name: string): string {
  return `<secret>${name}</secret>`;
}

/** Returns the names of the secrets in a text, each once, in order. */
export function findPlaceholders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []))];
}

/** Replaces placeholders by values. One without a value stays. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

/** As `findPlaceholders`, in the path and query of an address. Its host cannot have one: no URL does. */
export function findUrlPlaceholders(url: URL): readonly string[] {
  return [...new Set([...(url.pathname + url.search).matchAll(IN_URL)].flatMap(([, name]) => name ?? []))];
}

/** Returns the address with values in its path and query, encoded so that they cannot end the part that they stand in. */
export function fillUrlPlaceholders(url: URL, values: ReadonlyMap<string, string>): URL {
  const fill = (text: string): string =>
    text.replace(IN_URL, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : encodeURIComponent(value);
    });
  const filled = new URL(url);
  filled.pathname = fill(url.pathname);
  filled.search = fill(url.search);
  return filled;
}
