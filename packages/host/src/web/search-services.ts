import { SEARCH_PROVIDERS, SEARCH_SERVICES as SERVICES } from "@goaltrace/tools";

/** A service that answers searches, for people who choose one. */
export type SearchService = {
  readonly provider: string;
  readonly label: string;
  /** The address of the public service; null if everyone runs their own. */
  readonly publicUrl: string | null;
  readonly needsKey: boolean;
};

/** The services that a workspace can choose. */
export const SEARCH_SERVICES: readonly SearchService[] = SEARCH_PROVIDERS.map((provider) => {
  const { label, publicUrl, needsKey } = SERVICES[provider];
  return { provider, label, publicUrl, needsKey };
});
