import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { LimitReached } from "./fair-limiter.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

/** How long a verification takes, in ms. */
async function takenMs(kept: string | null): Promise<number> {
  const started = performance.now();
  await verifyPassword(kept, "Kx7mpq");
  return performance.now() - started;
}

describe("a stored password", () => {
  it("is hashed with argon2id as OWASP recommends, with its own salt", async () => {
    const [one, other] = [await hashPassword("Quayside-Demo1"), await hashPassword("Quayside-Demo1")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it("matches only the same password", async () => {
    const kept = await hashPassword("Quayside-Demo1");
    expect(await verifyPassword(kept, "Quayside-Demo1")).toBe(true);
    expect(await verifyPassword(kept, "quayside-Demo1")).toBe(false);
    expect(await verifyPassword(kept, "Quayside-Demo1 ")).toBe(false);
    expect(await verifyPassword(kept, "")).toBe(false);
  });

  it("matches however an accent is encoded", async () => {
    expect(await verifyPassword(await hashPassword("Caf\u00e9-Kx7"), "Cafe\u0301-Kx7")).toBe(true);
  });

  it("that is not a hash throws as a bug", async () => {
    await expect(verifyPassword("secret", "secret")).rejects.toThrow("Decoding failed");
  });
});

describe("a user who does not exist", () => {
  it("matches no password, and the check takes as long as for an existing user", async () => {
    const kept = await hashPassword("Quayside-Demo1");
    expect(await verifyPassword(null, "Quayside-Demo1")).toBe(false);
    // In turns, and the shortest of each: what else the machine does only lengthens a time, and sooner or later it leaves both alone.
    const shortest = { without: Number.POSITIVE_INFINITY, withOne: Number.POSITIVE_INFINITY };
    const ratio = () => shortest.without / shortest.withOne;
    for (let round = 0; round < 7 || (round < 100 && !(ratio() > 0.5 && ratio() < 2)); round += 1) {
      shortest.without = Math.min(shortest.without, await takenMs(null));
      shortest.withOne = Math.min(shortest.withOne, await takenMs(kept));
    }
    expect(ratio()).toBeGreaterThan(0.5);
    expect(ratio()).toBeLessThan(2);
  });
});

describe("a flood of password checks", () => {
  it("is rejected beyond the waiting limit, and the rest are answered", async () => {
    const asked = Array.from({ length: 1_000 }, () => verifyPassword(null, "Kx7mpq"));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter((one) => one.status === "rejected");
    expect(refused.every((one) => one.reason instanceof LimitReached)).toBe(true);
    const answered = settled.length - refused.length;
    expect(answered).toBeGreaterThan(200);
    expect(answered).toBeLessThanOrEqual(200 + 2 * availableParallelism());
    expect(await verifyPassword(null, "Kx7mpq")).toBe(false);
  });
});
