import { describe, expect, test } from "vitest";
import type { ConnectionFacts } from "./connection.rules.ts";
import { bannerAfterMs, bannerInMs, connectionWord } from "./connection.rules.ts";

const facts: ConnectionFacts = { socket: "open", isOnline: true, unreachableSince: null, wasOpen: true };

describe("the connection state", () => {
  test("is connected while the websocket is open", () => {
    expect(connectionWord(facts)).toBe("connected");
  });

  test("is connecting at first, and reconnecting once it was open", () => {
    expect(connectionWord({ ...facts, socket: "connecting", wasOpen: false })).toBe("connecting");
    expect(connectionWord({ ...facts, socket: "waiting" })).toBe("reconnecting");
    expect(connectionWord({ ...facts, socket: "refused" })).toBe("reconnecting");
  });

  test("is offline without a network, whatever state the websocket reports", () => {
    expect(connectionWord({ ...facts, isOnline: false })).toBe("offline");
  });
});

describe("the banner", () => {
  test("is not due while the server is reachable", () => {
    expect(bannerInMs({ unreachableSince: null }, 1000)).toBeNull();
  });

  test("is due five seconds after the server was last reached, or immediately once that time has passed", () => {
    expect(bannerInMs({ unreachableSince: 1000 }, 1000)).toBe(bannerAfterMs);
    expect(bannerInMs({ unreachableSince: 1000 }, 3000)).toBe(bannerAfterMs - 2000);
    expect(bannerInMs({ unreachableSince: 1000 }, 60_000)).toBe(0);
  });
});
