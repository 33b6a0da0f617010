import { z } from "zod";

/** The services that the tool `search` can ask. */
export const SEARCH_PROVIDERS = ["brave", "tavily", "searxng"] as const;
export type SearchProviderName = (typeof SEARCH_PROVIDERS)[number];

/** The service that answers searches, as the operator or a workspace configured it. */
export type SearchSettings = {
  readonly provider: SearchProviderName;
  /** Sent only to `url`. Empty for a service without keys, and where `secret` names one. */
  readonly key: string;
  /** The secret of the workspace that is the key; it is filled in for each search. @default none */
  readonly secret?: string;
  /** The address that searches go to. */
  readonly url: URL;
};

export const RECENCIES = ["day", "week", "month", "year"] as const;

export type SearchQuery = {
  readonly query: string;
  readonly count: number;
  /** Only pages of this last period. @default of any time */
  readonly recency?: (typeof RECENCIES)[number] | undefined;
};

export type SearchResult = { readonly title: string; readonly url: string; readonly snippet: string };

/** One request to a service. Without a body it is a GET. */
export type SearchRequest = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

type SearchProvider = {
  /** The name for people. */
  readonly label: string;
  /** The address of the public service; null if everyone runs their own. */
  readonly publicUrl: string | null;
  readonly needsKey: boolean;
  request(settings: SearchSettings, query: SearchQuery): SearchRequest;
  /** The answer of the service as results in its order. Errors: those of zod, for another answer. */
  read(answer: unknown): readonly SearchResult[];
};

const braveAnswer = z.object({
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().default("") })),
    })
    .optional(),
});
const pageWithContent = z.object({
  title: z.string().nullish(),
  url: z.string(),
  content: z.string().nullish(),
});
const answerWithContent = z.object({ results: z.array(pageWithContent) });

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const full = new URL(url);
  for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value);
  return full;
}

const readContents = (answer: unknown): readonly SearchResult[] =>
  answerWithContent.parse(answer).results.map(({ title, url, content }) => ({
    ...{ title: title ?? "", url, snippet: content ?? "" },
  }));

export const PROVIDERS: Readonly<Record<SearchProviderName, SearchProvider>> = {
  brave: {
    label: "Brave Search",
    publicUrl: "https://api.search.brave.com/res/v1/web/search",
    needsKey: true,
    request: ({ url, key }, { query, count, recency }) => ({
      url: withParameters(url, {
        ...{ q: query, count: String(count), text_decorations: "false" },
        ...(recency === undefined ? {} : { freshness: `p${recency.charAt(0)}` }),
      }),
      headers: { accept: "application/json", "x-subscription-token": key },
    }),
    read: (answer) =>
      (braveAnswer.parse(answer).web?.results ?? []).map(({ title, url, description }) => ({
        ...{ title, url, snippet: description },
      })),
  },
  tavily: {
    label: "Tavily",
    publicUrl: "https://api.tavily.com/search",
    needsKey: true,
    request: ({ url, key }, { query, count, recency }) => ({
      url,
      headers: {
        ...{ accept: "application/json", "content-type": "application/json" },
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({
        ...{ query, max_results: count },
        ...(recency === undefined ? {} : { time_range: recency }),
      }),
    }),
    read: readContents,
  },
  searxng: {
    label: "SearXNG",
    publicUrl: null,
    needsKey: false,
    request: ({ url, key }, { query, recency }) => ({
      url: withParameters(url.pathname === "/" ? new URL("/search", url) : url, {
        ...{ q: query, format: "json" },
        ...(recency === undefined ? {} : { time_range: recency }),
      }),
      headers: {
        accept: "application/json",
        ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
      },
    }),
    read: readContents,
  },
};
