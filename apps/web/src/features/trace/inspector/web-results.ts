/** A page that a search found. */
export type FoundPage = { readonly title: string; readonly url: string; readonly snippet: string };

/** The facts of a fetched page. */
export type FetchedPage = {
  readonly finalUrl: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly isMarkdown: boolean;
};

type Metadata = Readonly<Record<string, unknown>> | undefined;

/** Reads the pages of a search from the metadata of its result; null for any other result. Addresses other than of web pages are left out. */
export function readFoundPages(metadata: Metadata): readonly FoundPage[] | null {
  if (metadata?.["kind"] !== "search_results" || !Array.isArray(metadata["results"])) return null;
  return metadata["results"].flatMap((result: unknown) => {
    const { title, url, snippet } = fieldsOf(result);
    if (typeof title !== "string" || typeof url !== "string" || typeof snippet !== "string") return [];
    return isWebAddress(url) ? [{ title, url, snippet }] : [];
  });
}

/** Reads the facts of a fetched page from the metadata of its result; null for any other result. */
export function readFetchedPage(metadata: Metadata): FetchedPage | null {
  if (metadata?.["kind"] !== "web_page") return null;
  const { finalUrl, mediaType, bytes, format } = metadata;
  if (typeof finalUrl !== "string" || typeof mediaType !== "string" || typeof bytes !== "number") return null;
  return isWebAddress(finalUrl) ? { finalUrl, mediaType, bytes, isMarkdown: format === "markdown" } : null;
}

/** Removes the lines in brackets that models get before the text of a page. */
export function pageText(output: string): string {
  return output.replace(/^(?:\[[^\n]*\]\n)+\n/u, "");
}

function isWebAddress(url: string): boolean {
  return ["http:", "https:"].includes(URL.parse(url)?.protocol ?? "");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
