/** True in `npm run soak`, which tests every case of long series; other runs test a share of them. */
export const IS_SOAK = process.env["GOALTRACE_SOAK"] === "1";

/** Parameters of a property whose cases take long: all `runs` in soak, of other seeds in each run; otherwise a sixth. */
export function costlyRuns(runs: number): { readonly numRuns: number } {
  return { numRuns: IS_SOAK ? runs : Math.ceil(runs / 6) };
}
