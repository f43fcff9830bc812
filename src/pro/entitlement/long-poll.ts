import { pause } from "#src/kit/lib/pause.ts";
import type { Device } from "./call-with-proof.ts";
import { readEntitlement } from "./entitlement.storage.ts";
import { longPollS, pollLinking } from "./linking.ts";
import { renew } from "./renewal.ts";
import type { PlanDecision } from "./token.rules.ts";

/** Increasing delays after failed requests, up to what a waiting user accepts. */
const retryMs = [1000, 2000, 4000, 8000] as const;
/** The minimum interval between two requests, if the server does not hold them back. */
const leastStepMs = 3000;

interface LongPollOptions {
  verdict(): Promise<PlanDecision>;
  /** requests a token now, because the device has just been linked */
  renew(): Promise<unknown>;
}

/** Long polling for news about the code or about Pro. One request at a time, shared by all callers. */
export class LongPoll {
  readonly #device: Device;
  readonly #needs: LongPollOptions;
  #open: { end: AbortController; done: Promise<void> } | null = null;
  #misses = 0;

  constructor(device: Device, needs: LongPollOptions) {
    this.#device = device;
    this.#needs = needs;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Sends a request, or waits for the one in progress. Calling it again at once does not burden the server. */
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

  /** Aborts the request, because another one is needed. */
  end(): void {
    this.#open?.end.abort();
    this.#open = null;
  }

  async #question(signal: AbortSignal): Promise<void> {
    const began = await this.#device.now();
    const { pending } = (await readEntitlement()).entitlement;
    const isCodeOpen = pending !== null && began < pending.endsAt;
    const outcome = isCodeOpen ? await pollLinking(this.#device, pending, signal) : await this.#askForPro(signal);
    if (outcome === "linked") await this.#needs.renew();
    if (outcome === "linked" || outcome === "pro" || signal.aborted) {
      this.#misses = 0;
      return;
    }
    this.#misses = outcome === "answered" ? 0 : this.#misses + 1;
    const stepMs = (isCodeOpen ? pending.intervalMs : leastStepMs) - ((await this.#device.now()) - began);
    await pause(outcome === "answered" ? stepMs : (retryMs[Math.min(this.#misses, retryMs.length) - 1] ?? leastStepMs), signal);
  }

  async #askForPro(signal: AbortSignal): Promise<"pro" | "answered" | "unanswered"> {
    const isAnswered = await renew(this.#device, longPollS, signal);
    const verdict = await this.#needs.verdict();
    if (verdict.plan === "pro") return "pro";
    // A token that is rejected arrives at once, and would again.
    return isAnswered && verdict.why === "none" ? "answered" : "unanswered";
  }
}
