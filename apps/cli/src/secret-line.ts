import { countOf } from "@goaltrace/core/log";
/** A secret as the command line shows it. Times are in milliseconds since the epoch. */
type ShownSecret = {
  readonly name: string;
  readonly tools: readonly string[];
  readonly domains: readonly string[];
  readonly version: number;
  readonly uses: number;
  readonly lastUsedAt: number | null;
};

/** Returns a secret as one line, without its value. */
export function secretLine({ name, tools, domains, version, uses, lastUsedAt }: ShownSecret): string {
  const used =
    lastUsedAt === null
      ? "never used"
      : `used ${countOf(uses, "time")}, last ${new Date(lastUsedAt).toISOString()}`;
  const where = domains.length === 0 ? "stays on the machine" : domains.join(" ");
  return `${name}  ${tools.join(" ")}  ${where}  value ${String(version)}  ${used}`;
}
