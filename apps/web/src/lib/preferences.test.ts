import { describe, expect, it } from "vitest";
import { localeFrom, themeFrom, timeZoneFrom } from "./preferences.ts";

describe("preferences", () => {
  it("prefers the chosen language over the browser's", () => {
    expect(localeFrom("zh", "en-GB,en;q=0.9")).toBe("zh");
    expect(localeFrom("klingon", "zh-CN")).toBe("zh");
  });

  it("reads Accept-Language by quality and falls back to English", () => {
    expect(localeFrom(undefined, "fr;q=0.9, en;q=0.3, zh-TW;q=0.7")).toBe("zh");
    expect(localeFrom(undefined, "zh;q=0, en")).toBe("en");
    expect(localeFrom(undefined, "fr")).toBe("en");
    expect(localeFrom(undefined, null)).toBe("en");
  });

  it("uses the system theme unless light or dark is chosen", () => {
    expect(themeFrom(undefined)).toBe("system");
    expect(themeFrom("dark")).toBe("dark");
    expect(themeFrom("<script>")).toBe("system");
  });

  it("reads the time zone from its cookie and ignores invalid values", () => {
    expect(timeZoneFrom("Asia/Shanghai")).toBe("Asia/Shanghai");
    for (const invalid of [undefined, "", "<script>", "Mars/Olympus"])
      expect(timeZoneFrom(invalid)).toBeNull();
  });
});
