import { expect, it } from "vitest";
import { ANSWER_PACE } from "../../tunables.ts";
import { createPace } from "./pace.ts";

const { burst, perSecond, bytesPerCharacter } = ANSWER_PACE;

function setUp(): { readonly time: { now: number }; readonly take: ReturnType<typeof createPace>["take"] } {
  const time = { now: 5_000 };
  const pace = createPace({ monotonic: () => time.now });
  return { time, take: pace.take };
}

it("lets a burst pass at once, then makes the stream wait for what exceeds it", () => {
  const { take } = setUp();
  expect(take({ characters: burst, bytes: burst })).toBe(0);
  expect(take({ characters: perSecond / 2, bytes: 0 })).toBeCloseTo(500);
  expect(take({ characters: perSecond / 2, bytes: 0 })).toBeCloseTo(1_000);
});

it("never delays a stream that keeps to the pace", () => {
  const { take, time } = setUp();
  for (let second = 0; second < 100; second += 1) {
    expect(take({ characters: perSecond, bytes: perSecond })).toBe(0);
    time.now += 1_000;
  }
});

it("saves at most one burst while the stream is silent", () => {
  const { take, time } = setUp();
  time.now += 3_600_000;
  expect(take({ characters: burst, bytes: 0 })).toBe(0);
  expect(take({ characters: perSecond, bytes: 0 })).toBeCloseTo(1_000);
});

it("counts bytes without text", () => {
  const { take } = setUp();
  expect(take({ characters: 0, bytes: burst * bytesPerCharacter })).toBe(0);
  expect(take({ characters: 0, bytes: perSecond * bytesPerCharacter })).toBeCloseTo(1_000);
});
