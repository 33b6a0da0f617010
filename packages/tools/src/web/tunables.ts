/** Decoded bytes of a page that are read; the rest is cut off. Long articles have some hundred kilobytes. */
export const PAGE_MAX_BYTES = 5 * 1024 * 1024;
/** Bytes of a PDF file, which is useless in parts. */
export const PDF_MAX_BYTES = 20 * 1024 * 1024;
/** Further pages of a PDF file are not read: a model reads no more at once. */
export const PDF_MAX_PAGES = 300;
/** As browsers do, less half: real chains have two or three. */
export const MAX_REDIRECTS = 10;
/** Time for all requests of one call. A tool call has a minute, and converting a page takes up to `CONVERT_TIME_LIMIT_MS`. */
export const REQUESTS_TIME_LIMIT_MS = 30_000;
/** A page of a megabyte takes one or two seconds. */
export const CONVERT_TIME_LIMIT_MS = 20_000;
/** Characters of a result: a novel. Models see its beginning and read on with read_result. */
export const PAGE_MAX_CHARACTERS = 500_000;
/** Characters of the page of a failed request that the model reads: its explanation. */
export const FAILED_PAGE_CHARACTERS = 2_000;
/** An address is a line, not a document; servers accept about this much. */
export const ADDRESS_MAX_CHARACTERS = 4_000;
/** The start of an HTML document in which its charset is declared, as in the HTML standard. */
export const CHARSET_SCAN_BYTES = 1024;

/** At least this much must be parsed of a robots.txt file (RFC 9309). */
export const ROBOTS_MAX_BYTES = 512 * 1024;
/** Rules are asked for again after this time; a crawler may keep them for a day. */
export const ROBOTS_KEPT_MS = 10 * 60_000;
/** Sites whose rules are kept. */
export const ROBOTS_MAX_SITES = 500;
/** Headers that a model may add to a request, and characters of each: more than any interface asks for. */
export const HEADERS_MAX = 10;
export const HEADER_MAX_CHARACTERS = 2_000;
/** A query is a few words; services refuse more than this. */
export const QUERY_MAX_CHARACTERS = 400;
/** Results of a search: the first page of a service. */
export const SEARCH_DEFAULT_COUNT = 8;
/** Services answer with at most 20 at once. */
export const SEARCH_MAX_COUNT = 20;
/** Characters of an excerpt: three lines. The whole page is a fetch away. */
export const SNIPPET_MAX_CHARACTERS = 500;
/** Decoded bytes of the answer of a service; twenty results take some hundred kilobytes. */
export const SEARCH_ANSWER_MAX_BYTES = 2 * 1024 * 1024;
/** Time for the search by which a person checks the service. */
export const SEARCH_CHECK_LIMIT_MS = 10_000;
