import { describe, expect, it } from "vitest";
import { localeFrom, themeFrom, timeZoneFrom } from "./preferences.ts";

describe("preferences", () => {
  it("takes the chosen language before what the browser asks for", () => {
    expect(localeFrom("zh", "en-GB,en;q=0.9")).toBe("zh");
    expect(localeFrom("klingon", "zh-CN")).toBe("zh");
  });

  it("reads Accept-Language by quality and falls back to English", () => {
    expect(localeFrom(undefined, "fr;q=0.9, en;q=0.3, zh-TW;q=0.7")).toBe("zh");
    expect(localeFrom(undefined, "zh;q=0, en")).toBe("en");
    expect(localeFrom(undefined, "fr")).toBe("en");
    expect(localeFrom(undefined, null)).toBe("en");
  });

  it("follows the system until light or dark is chosen", () => {
    expect(themeFrom(undefined)).toBe("system");
    expect(themeFrom("dark")).toBe("dark");
    expect(themeFrom("<script>")).toBe("system");
  });

  it("knows the browser's time zone from its cookie, and nothing that is none", () => {
    expect(timeZoneFrom("Asia/Shanghai")).toBe("Asia/Shanghai");
    for (const none of [undefined, "", "<script>", "Mars/Olympus"]) expect(timeZoneFrom(none)).toBeNull();
  });
});
