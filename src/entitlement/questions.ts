import type { Device } from "./device.ts";
import { readEntitlement } from "./entitlement.storage.ts";
import { longPollS, pollLinking } from "./linking.ts";
import { renew } from "./renewal.ts";
import type { Verdict } from "./token.rules.ts";

/** After an answer that did not come, the next question waits longer and longer; the most is what somebody who waits will bear. */
const retryMs = [1000, 2000, 4000, 8000] as const;
/** Two questions are at least so far apart, where the server does not hold them back. */
const leastStepMs = 3000;

/** Waits; no longer than the signal lets it. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface QuestionsNeeds {
  verdict(): Promise<Verdict>;
  /** asks for a token now, where the device was linked just now */
  renew(): Promise<unknown>;
}

/** Questions that the server holds back until it has news: what became of the code, or whether Pro has begun. One at a time, for all who wait. */
export class Questions {
  readonly #device: Device;
  readonly #needs: QuestionsNeeds;
  #open: { end: AbortController; done: Promise<void> } | null = null;
  #misses = 0;

  constructor(device: Device, needs: QuestionsNeeds) {
    this.#device = device;
    this.#needs = needs;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Asks, or waits for the answer of the question that is under way. Whoever asks again at once does the server no harm. */
  ask(): Promise<void> {
    if (this.#open !== null) return this.#open.done;
    const end = new AbortController();
    const open = { end, done: Promise.resolve() };
    this.#open = open;
    open.done = this.#question(end.signal).finally(() => {
      if (this.#open === open) this.#open = null;
    });
    return open.done;
  }

  /** Calls the question off: something else is to be asked. */
  end(): void {
    this.#open?.end.abort();
    this.#open = null;
  }

  async #question(signal: AbortSignal): Promise<void> {
    const began = await this.#device.now();
    const { pending } = (await readEntitlement()).entitlement;
    const isCodeOpen = pending !== null && began < pending.endsAt;
    const heard = isCodeOpen ? await pollLinking(this.#device, pending, signal) : await this.#askForPro(signal);
    if (heard === "linked") await this.#needs.renew();
    if (heard === "linked" || heard === "pro" || signal.aborted) {
      this.#misses = 0;
      return;
    }
    this.#misses = heard === "heard" ? 0 : this.#misses + 1;
    const stepMs = (isCodeOpen ? pending.intervalMs : leastStepMs) - ((await this.#device.now()) - began);
    await pause(heard === "heard" ? stepMs : (retryMs[Math.min(this.#misses, retryMs.length) - 1] ?? leastStepMs), signal);
  }

  async #askForPro(signal: AbortSignal): Promise<"pro" | "heard" | "unheard"> {
    const isHeard = await renew(this.#device, longPollS, signal);
    const verdict = await this.#needs.verdict();
    if (verdict.plan === "pro") return "pro";
    // A token that does not count comes at once, and would again.
    return isHeard && verdict.why === "none" ? "heard" : "unheard";
  }
}
