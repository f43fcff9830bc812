import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createFairLimiter } from "./fair-limiter.ts";
import { getRequester } from "./requester-context.ts";

// Argon2 runs on libuv's threads, 4 by default, which files and host names need too: one thread stays free. Never more than two hashes a core, each of
// which takes 19 MiB.
const threads = Number(process.env["UV_THREADPOOL_SIZE"]) || 4;
const hashesAtOnce = Math.max(1, Math.min(2 * availableParallelism(), threads - 1));
const longestQueue = 200;
const limiter = createFairLimiter({
  capacity: hashesAtOnce,
  perCompany: hashesAtOnce,
  reserved: 0,
  waitingPerCompany: Number.POSITIVE_INFINITY,
  waiting: longestQueue,
  waitMs: 30_000,
});

// OWASP, "Password Storage Cheat Sheet": argon2id (this library's default) with 19 MiB, two passes, one lane
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

// The hash of a random text that nobody stored, with the same cost: for users that do not exist.
const nobodysHash = "$argon2id$v=19$m=19456,t=2,p=1$QtyZvlM9HDXPMO7uqDiDjg$U8RiDD3NAv+JUOyti9nVlFuCtRwLhKZ/CyXc/OiKLF8";

/** The same password typed on another keyboard may have other code points; NIST SP 800-63B, 3.1.1.2, asks for normalisation before hashing. */
function oneForm(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Hashes a password for storage.
 *
 * @returns argon2id in PHC form, with its own salt: 97 ASCII characters
 * @throws LimitReached when 200 others wait already
 */
export async function hashPassword(password: string): Promise<string> {
  return limiter.run(getRequester(), "", () => hash(oneForm(password), cost));
}

/**
 * Whether a password matches a hash.
 *
 * @param kept the result of `hashPassword`, or null if the user does not exist: that is false, after the same time
 * @throws LimitReached when 200 others wait already; Error if `kept` is not a hash
 */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const matches = await limiter.run(getRequester(), "", () => verify(kept ?? nobodysHash, oneForm(password)));
  return kept !== null && matches;
}
