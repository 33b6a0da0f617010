/** Characters of one text of an entry in a page of a log. Long enough for most messages; `read_entry` has the rest. */
export const PAGED_TEXT = 4_000;
/** Characters of a page of a log as JSON: about 15,000 tokens, which every client can take in one result. */
export const LOG_PAGE_CHARACTERS = 60_000;
/** Entries of a page of a log, at most and by default. */
export const LOG_PAGE = { max: 100, default: 20 } as const;
/** Tool calls of one message in a page. More are rare, and `read_entry` has them. */
export const PAGED_CALLS = 30;
/** Characters of a page of a long text: an entry, a request, the arguments of a call. */
export const TEXT_PAGE = 50_000;
/** Rows of a page of a list, at most and by default. */
export const LIST_PAGE = { max: 50, default: 20 } as const;
/** Characters of arguments and questions in a list of requests; `read_request` has them whole. */
export const LISTED_TEXT = 2_000;
/** Goals of a trace that `read_trace` lists. More than any plan that was seen, and about 40,000 characters. */
export const LISTED_GOALS = 200;
/** Characters of a task, a summary or a report in a list. */
export const LISTED_SUMMARY = 1_000;
/** Memory entries that a search returns, at most and by default. */
export const FOUND_MEMORIES = { max: 20, default: 10 } as const;
/** Characters of a result as JSON. The parts above keep below it; a result above it is a bug or a hostile log, and is refused. */
export const MAX_RESULT_CHARACTERS = 400_000;
/** Milliseconds that clients may keep the list of tools. It changes with the server's version and the rights of the key only. */
export const TOOLS_TTL_MS = 300_000;
