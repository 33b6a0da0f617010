/** The value a JSON text stands for; a text that is no JSON is its own value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
