import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { Busy, createGate, createSharedGate, OverShare } from "./gate.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** How long a verification takes, in ms. */
async function takenMs(kept: string | null): Promise<number> {
  const started = performance.now();
  await verifyPassword(kept, "Kx7mpq");
  return performance.now() - started;
}

describe("a kept password", () => {
  it("is argon2id as OWASP advises, with a salt of its own", async () => {
    const [one, other] = [await hashPassword("Quayside-Demo1"), await hashPassword("Quayside-Demo1")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it("is known again, and no other is", async () => {
    const kept = await hashPassword("Quayside-Demo1");
    expect(await verifyPassword(kept, "Quayside-Demo1")).toBe(true);
    expect(await verifyPassword(kept, "quayside-Demo1")).toBe(false);
    expect(await verifyPassword(kept, "Quayside-Demo1 ")).toBe(false);
    expect(await verifyPassword(kept, "")).toBe(false);
  });

  it("is the same whichever way a keyboard writes an accent", async () => {
    expect(await verifyPassword(await hashPassword("Caf\u00e9-Kx7"), "Cafe\u0301-Kx7")).toBe(true);
  });

  it("that is no hash is a bug, and said", async () => {
    await expect(verifyPassword("secret", "secret")).rejects.toThrow("Decoding failed");
  });
});

describe("a user who does not exist", () => {
  it("has no password, and to say so takes as long as for one who does", async () => {
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

describe("a flood of passwords", () => {
  it("is refused where it would wait too long, and the others are answered", async () => {
    const asked = Array.from({ length: 1_000 }, () => verifyPassword(null, "Kx7mpq"));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter((one) => one.status === "rejected");
    expect(refused.every((one) => one.reason instanceof Busy && one.reason.code === "gate.busy")).toBe(true);
    const answered = settled.length - refused.length;
    expect(answered).toBeGreaterThan(200);
    expect(answered).toBeLessThanOrEqual(200 + 2 * availableParallelism());
    expect(await verifyPassword(null, "Kx7mpq")).toBe(false);
  });
});

describe("the gate", () => {
  it("lets so many in at once and the rest in their order", async () => {
    const gate = createGate(2, 10);
    const began: number[] = [];
    const finish: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((which) =>
      gate(async () => {
        began.push(which);
        await new Promise<void>((resolve) => finish.push(resolve));
        return which;
      }),
    );
    await turn();
    expect(began).toEqual([0, 1]);
    finish.shift()?.();
    await turn();
    expect(began).toEqual([0, 1, 2]);
    while (finish.length > 0) {
      finish.shift()?.();
      await turn();
    }
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
  });

  it("that is shared lets nobody past its share, and others past who waits for its own", async () => {
    const gate = createSharedGate({ atOnce: 2, waiting: 3 }, { atOnce: 1, waiting: 2 });
    const began: string[] = [];
    const finish: (() => void)[] = [];
    const enter = (whose: string, name: string) =>
      gate(whose, async () => {
        began.push(name);
        await new Promise<void>((resolve) => finish.push(resolve));
      });
    const works = ["a1", "a2", "a3"].map((name) => enter("a", name));
    await expect(enter("a", "a4")).rejects.toThrow(OverShare);
    works.push(enter("b", "b1"), enter("c", "c1"));
    await expect(enter("d", "d1"), "the whole is full").rejects.not.toBeInstanceOf(OverShare);
    await turn();
    expect(began).toEqual(["a1", "b1"]);
    // b ends: a waits for itself, so c comes past it. Then a ends, and has its next; what c leaves stays free.
    finish[1]?.();
    await turn();
    expect(began).toEqual(["a1", "b1", "c1"]);
    finish[2]?.();
    await turn();
    expect(began).toEqual(["a1", "b1", "c1"]);
    for (const at of [0, 3, 4]) {
      finish[at]?.();
      await turn();
    }
    expect(began).toEqual(["a1", "b1", "c1", "a2", "a3"]);
    await Promise.all(works);
    await expect(gate("a", () => Promise.resolve("later"))).resolves.toBe("later");
  });

  it("opens again when a work fails", async () => {
    const gate = createGate(1, 1);
    const failing = gate(() => Promise.reject(new Error("broken")));
    const waiting = gate(() => Promise.resolve("done"));
    await expect(gate(() => Promise.resolve("one too many"))).rejects.toThrow(Busy);
    await expect(failing).rejects.toThrow("broken");
    expect(await waiting).toBe("done");
    expect(await gate(() => Promise.resolve("later"))).toBe("later");
  });
});
