import { expect, it } from "vitest";
import { CallProblem } from "#src/kit/api/client.ts";
import { codes } from "#src/kit/api/codes.ts";
import { withFreshKey } from "./fresh-key.ts";

function refusal(name: "keyExpired" | "wrongCredentials"): CallProblem {
  const { code, en_us, zh_cn } = codes[name];
  return new CallProblem("refusal", 200, { code, msg: { en_us, zh_cn }, data: null });
}

/** Throws the given errors, one per attempt, and then returns the number of attempts. */
function attempts(...problems: readonly Error[]): () => Promise<number> {
  let tries = 0;
  return async () => {
    tries += 1;
    const problem = problems[tries - 1];
    if (problem !== undefined) throw problem;
    return Promise.resolve(tries);
  };
}

it("an expired key is requested again, once", async () => {
  await expect(withFreshKey(attempts())).resolves.toBe(1);
  await expect(withFreshKey(attempts(refusal("keyExpired")))).resolves.toBe(2);
  await expect(withFreshKey(attempts(refusal("keyExpired"), refusal("keyExpired")))).rejects.toMatchObject({ codeName: "keyExpired" });
});

it("any other refusal is thrown at once", async () => {
  await expect(withFreshKey(attempts(refusal("wrongCredentials")))).rejects.toMatchObject({ codeName: "wrongCredentials" });
});
