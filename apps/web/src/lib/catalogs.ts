import type { Messages } from "./generated/messages.ts";
import type { Locale } from "./preferences.ts";

/** Each catalog is a script of its own, which browsers keep; within pages it would be most of their bytes. */
const LOADERS: CatalogLoaders = {
  en: async () => (await import("./generated/messages-en.ts")).en,
  zh: async () => (await import("./generated/messages-zh.ts")).zh,
};

type CatalogLoaders = Readonly<Record<Locale, () => Promise<Messages>>>;

/** Creates a function that loads the catalog of a language, once. It tries again after a failure. */
export function createCatalogs(loaders: CatalogLoaders): (locale: Locale) => Promise<Messages> {
  const catalogs = new Map<Locale, Promise<Messages>>();
  return (locale) => {
    const known = catalogs.get(locale);
    if (known !== undefined) return known;
    const loading = loaders[locale]();
    catalogs.set(locale, loading);
    loading.catch(() => catalogs.delete(locale));
    return loading;
  };
}

/** Returns the same promise for the same language. Rejects when the script cannot be loaded. */
export const loadCatalog = createCatalogs(LOADERS);
