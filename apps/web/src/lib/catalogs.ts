import type { Messages } from "./generated/messages.ts";
import type { Locale } from "./preferences.ts";

/** Each catalog is a script of its own, which browsers keep; within pages it would be most of their bytes. */
const LOADERS: CatalogLoaders = {
  en: async () => (await import("./generated/messages-en.ts")).en,
  zh: async () => (await import("./generated/messages-zh.ts")).zh,
};

type CatalogLoaders = Readonly<Record<Locale, () => Promise<Messages>>>;

/** The catalogs that a page has loaded or is loading. */
type Catalogs = {
  /** Returns the same promise for the same language, also when it was rejected, as React requires of a promise that it reads. */
  readonly get: (locale: Locale) => Promise<Messages>;
  /** Loads a catalog unless it is there, also again after a failure. Rejects when its script cannot be loaded. */
  readonly load: (locale: Locale) => Promise<Messages>;
};

/** Creates the catalogs of a page. */
export function createCatalogs(loaders: CatalogLoaders): Catalogs {
  const catalogs = new Map<Locale, Promise<Messages>>();
  const begin = (locale: Locale): Promise<Messages> => {
    const loading = loaders[locale]();
    catalogs.set(locale, loading);
    return loading;
  };
  const get = (locale: Locale): Promise<Messages> => catalogs.get(locale) ?? begin(locale);
  return { get, load: async (locale) => await get(locale).catch(async () => await begin(locale)) };
}

export const catalogs = createCatalogs(LOADERS);
