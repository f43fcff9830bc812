import { afterEach, describe, expect, it, vi } from "vitest";
import { createMovableClock, newId, systemClock } from "./clock.ts";

const noon = new Date("2026-03-01T12:00:00.000Z");

/** The time that a UUIDv7 carries, in ms since 1970. */
const timeOfId = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

afterEach(() => vi.unstubAllEnvs());

describe("the system's clock", () => {
  it("returns the machine's time", () => {
    const before = Date.now();
    const shown = systemClock.now().getTime();
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(Date.now());
  });
});

describe("a movable clock", () => {
  it("stays at its start time", async () => {
    const clock = createMovableClock(noon);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toEqual(noon);
  });

  it("can be moved forward and backward", () => {
    const clock = createMovableClock(noon);
    clock.advance(90_000);
    expect(clock.now().toISOString()).toBe("2026-03-01T12:01:30.000Z");
    clock.advance(-30_000);
    expect(clock.now().toISOString()).toBe("2026-03-01T12:01:00.000Z");
    clock.set(noon);
    expect(clock.now()).toEqual(noon);
  });

  it("returns dates that can be changed without affecting it", () => {
    const clock = createMovableClock(noon);
    clock.now().setFullYear(1999);
    expect(clock.now()).toEqual(noon);
  });

  it("starts at the machine's time by default", () => {
    expect(Math.abs(createMovableClock().now().getTime() - Date.now())).toBeLessThan(20_000);
  });

  it("keeps running if it ticks, even after it is moved", async () => {
    const clock = createMovableClock(noon, { ticks: true });
    clock.advance(3_600_000);
    const before = clock.now().getTime();
    expect(before - noon.getTime()).toBeGreaterThanOrEqual(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const passed = clock.now().getTime() - before;
    expect(passed).toBeGreaterThanOrEqual(15);
    clock.set(noon);
    expect(clock.now().getTime() - noon.getTime()).toBeLessThan(passed + 20_000);
  });

  it("rejects an invalid date", () => {
    const clock = createMovableClock(noon);
    expect(() => createMovableClock(new Date("never"))).toThrow(RangeError);
    expect(() => clock.set(new Date("never"))).toThrow(RangeError);
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
    expect(clock.now()).toEqual(noon);
  });

  it("does not exist in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => createMovableClock(noon)).toThrow("production");
  });
});

describe("an id", () => {
  it("is a UUIDv7 of the clock's time", () => {
    const id = newId(createMovableClock(noon));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(id)).toBe(noon.getTime());
    expect(Math.abs(timeOfId(newId()) - Date.now())).toBeLessThan(20_000);
  });

  it("sorts after every earlier one, even among 100,000 in one millisecond", () => {
    const clock = createMovableClock(noon);
    const ids = Array.from({ length: 100_000 }, () => newId(clock));
    expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ""))).toBe(true);
    expect(timeOfId(ids.at(-1) ?? "")).toBe(noon.getTime());
    clock.advance(1);
    expect(newId(clock) > (ids.at(-1) ?? "")).toBe(true);
  });

  it("sorts after every earlier one after the clock is set back", () => {
    const clock = createMovableClock(noon);
    const before = newId(clock);
    clock.advance(-3_600_000);
    expect(newId(clock) > before).toBe(true);
  });

  it("of one clock does not depend on those of another", () => {
    newId(createMovableClock(new Date("2090-01-01T00:00:00.000Z")));
    expect(timeOfId(newId(createMovableClock(noon)))).toBe(noon.getTime());
  });

  it("cannot be guessed from the previous one", () => {
    const clock = createMovableClock(noon);
    const tails = Array.from({ length: 1_000 }, () => newId(clock).slice(-10));
    expect(new Set(tails).size).toBe(1_000);
  });
});
