/** Begins the lines that this side writes into the log of a server. */
export const OWN_LINE = "[goaltrace]";
/** Stands for it in text of servers. */
const FOREIGN_LINE = "(goaltrace)";

/**
 * Creates a filter for text that a server writes into its log: no line of it looks like one of ours, however the server cuts it into pieces. The end
 * of a piece that may begin such a mark is held back until the next one.
 */
export function createOwnLineFilter(): (text: string) => string {
  let held = "";
  return (text) => {
    const whole = `${held}${text}`.replaceAll(OWN_LINE, FOREIGN_LINE);
    const open = Math.max(whole.lastIndexOf("["), 0);
    held = whole !== "" && OWN_LINE.startsWith(whole.slice(open)) ? whole.slice(open) : "";
    return whole.slice(0, whole.length - held.length);
  };
}
