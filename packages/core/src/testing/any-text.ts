import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

/** Any character of Unicode. Halves of surrogate pairs are none. */
const character = fc.nat({ max: LAST_CODE_POINT - SURROGATES }).map(toCharacter, toIndex);

/**
 * Texts of any characters, and words such as `__proto__`: the values of `fc.string({ unit: "binary" })`, which in each process first computes a
 * table of all characters for a second. Lengths count characters.
 */
export function anyText(
  constraints: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}

function toCharacter(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

/** The inverse of `toCharacter`. Throws for anything but one character, as fast-check expects. */
function toIndex(value: unknown): number {
  const codePoint = typeof value === "string" ? value.codePointAt(0) : undefined;
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== value)
    throw new TypeError("not a character");
  if (codePoint < FIRST_SURROGATE) return codePoint;
  if (codePoint < FIRST_SURROGATE + SURROGATES) throw new TypeError("half of a pair");
  return codePoint - SURROGATES;
}
