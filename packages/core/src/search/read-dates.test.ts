import { expect, it } from "vitest";
import { readDates } from "./read-dates.ts";

it.each([
  ["on 1 May, 2022", [{ year: 2022, month: 5, day: 1 }]],
  ["May 3rd", [{ year: null, month: 5, day: 3 }]],
  ["since September 2023", [{ year: 2023, month: 9, day: null }]],
  ["in June", [{ year: null, month: 6, day: null }]],
  [
    "2026-03-05 and 2026/3/6",
    [
      { year: 2026, month: 3, day: 5 },
      { year: 2026, month: 3, day: 6 },
    ],
  ],
  ["2026年12月1日启动", [{ year: 2026, month: 12, day: 1 }]],
  ["我在五月二十一号去了博物馆", [{ year: null, month: 5, day: 21 }]],
  ["十月以后", [{ year: null, month: 10, day: null }]],
  ["you may march on, 24/7, version 2.14.3, 13月40日", []],
])("reads the dates of %j", (text, dates) => {
  expect(readDates(text)).toEqual(dates);
});
