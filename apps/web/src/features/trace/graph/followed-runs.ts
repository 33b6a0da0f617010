/**
 * The last runs that this browser has followed, kept for a year. In the tab where it was followed, a run opens again at that distance; the server does not
 * know the tab, so it assumes this for all tabs.
 */
export const FOLLOWED_COOKIE = "followed-runs";

const MOST = 40;
/** The last characters of an id tell runs apart well enough; the cookie is sent with each request. */
const MARK_LENGTH = 8;

/** Returns the cookie with one more run, without the earliest when there are too many. */
export function withFollowed(cookie: string | undefined, traceId: string): string {
  const mark = markOf(traceId);
  const others = (cookie ?? "").split(".").filter((other) => other !== "" && other !== mark);
  return [...others, mark].slice(-MOST).join(".");
}

/** Whether a run may be among those in the cookie. */
export function wasFollowed(cookie: string | undefined, traceId: string): boolean {
  return (cookie ?? "").split(".").includes(markOf(traceId));
}

function markOf(traceId: string): string {
  return traceId.replaceAll(".", "").slice(-MARK_LENGTH);
}
