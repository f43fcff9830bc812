import type { Plan } from "#src/plan/plan.contract.ts";
import { freePlan, proPlan } from "#src/plan/plan.contract.ts";
import { readDeviceKey } from "./device-key.db.ts";
import type { Device } from "./device.ts";
import { raiseLastSeen, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import { startLinking, stopLinking } from "./linking.ts";
import type { DeviceSession, LinkGoal, ProStatus } from "./pro-status.rules.ts";
import { statusOf } from "./pro-status.rules.ts";
import { pause, Questions } from "./questions.ts";
import { openSession, renew, unlink } from "./renewal.ts";
import { readToken } from "./token-reader.ts";
import type { Evidence, Verdict } from "./token.rules.ts";
import { isRenewalDue, judge } from "./token.rules.ts";

/** What nobody waits for is not tried again before that. */
const quietRetryMs = 60_000;
/** Work that begins under the free plan waits so long for a linked account's Pro. */
const workWaitMs = 3000;

interface Look {
  readonly entitlement: StoredEntitlement;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
}

/**
 * Pro on this device: what is in force, and all that is done about it. What must survive is stored; a new background goes on with it. The plan
 * comes from the verified token alone, whatever else is stored.
 */
export class DeviceEntitlement {
  readonly #device: Device;
  /** whether the build knows a server */
  readonly #isSold: boolean;
  readonly #questions: Questions;
  #renewing: Promise<boolean> | null = null;
  #linking: Promise<void> | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor(device: Device, isSold: boolean) {
    this.#device = device;
    this.#isSold = isSold;
    this.#questions = new Questions(device, { verdict: async () => (await this.#look()).verdict, renew: () => this.#renew() });
  }

  // ---- what is in force ----

  /** The plan in force, without waiting for anybody. A token that is due is renewed behind it. */
  async plan(): Promise<Plan> {
    return (await this.#look()).verdict.plan === "pro" ? proPlan : freePlan;
  }

  /** The plan for work that begins now: an account that is linked and has no Pro here is asked for once more, for a moment. */
  async planForWork(): Promise<Plan> {
    const { verdict } = await this.#look();
    if (this.#isSold && verdict.plan === "free" && verdict.why !== "notLinked" && !this.#questions.isOpen)
      await Promise.race([this.#renew(), pause(workWaitMs)]);
    return this.plan();
  }

  /**
   * What pages are told.
   * @param isWaited waits for news from the server first, about as long as the server holds an answer back
   */
  async status(isWaited = false): Promise<ProStatus> {
    if (isWaited && this.#isSold) await this.#questions.ask();
    const { entitlement, verdict } = await this.#look();
    return statusOf(entitlement, verdict, { isSold: this.#isSold, clock: await this.#device.now() });
  }

  /** Looks at what is stored, and proves it. */
  async #look(): Promise<Look> {
    const { entitlement, lastSeen } = await readEntitlement();
    const { deviceUuid, token, clockOffsetMs } = entitlement;
    const clock = await this.#device.now();
    const [reading, key] =
      deviceUuid === null ? [null, null] : await Promise.all([readToken(token, this.#device.keys), readDeviceKey().catch(() => null)]);
    const evidence = { reading, deviceUuid, jkt: key?.jkt ?? null, now: clock + clockOffsetMs, lastSeen };
    const verdict = judge(evidence);
    if (deviceUuid !== null) {
      // Where the disk is full the next look notes it.
      void raiseLastSeen(clock).catch(() => undefined);
      if (isRenewalDue(verdict, evidence)) this.#renewQuietly(clock);
    }
    return { entitlement, evidence, verdict };
  }

  // ---- what is done ----

  /** Begins to link, or opens the page of the code that is waited for. */
  async link(goal: LinkGoal): Promise<ProStatus> {
    if (!this.#isSold) return this.status();
    this.#questions.end();
    // A double click asks for one code.
    this.#linking ??= startLinking(this.#device, goal).finally(() => {
      this.#linking = null;
    });
    await this.#linking;
    void this.goOn();
    return this.status();
  }

  async stopLink(): Promise<ProStatus> {
    this.#questions.end();
    await stopLinking();
    return this.status();
  }

  /** Asks the server now. */
  async renewNow(): Promise<ProStatus> {
    if (this.#isSold) await this.#renew();
    return this.status();
  }

  async unlink(): Promise<ProStatus> {
    this.#questions.end();
    await unlink(this.#device);
    return this.status();
  }

  /** Tokens of a customer's session for the pages of the extension; null where the server gives none now. */
  async openSession(): Promise<DeviceSession | null> {
    return this.#isSold ? openSession(this.#device) : null;
  }

  /** Goes on with what was waited for when an earlier background ended, until it came or its time is over. */
  async goOn(): Promise<void> {
    if (this.#isWaiting || !this.#isSold) return;
    this.#isWaiting = true;
    try {
      while (await this.#isAwaited()) await this.#questions.ask();
    } finally {
      this.#isWaiting = false;
    }
  }

  async #isAwaited(): Promise<boolean> {
    const { entitlement } = await readEntitlement();
    const { pending, deviceUuid, awaitedUntil } = entitlement;
    const now = await this.#device.now();
    if (pending !== null) return now < pending.endsAt;
    return deviceUuid !== null && now < awaitedUntil && (await this.#look()).verdict.plan === "free";
  }

  // ---- renewal ----

  #renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<boolean> {
    this.#triedAt = await this.#device.now();
    return renew(this.#device, 0);
  }

  /** Renews without anybody waiting for it, and not again and again while the server is away. */
  #renewQuietly(clock: number): void {
    const sinceMs = clock - this.#triedAt;
    // A clock that was set back shows a time before the last try: that is no reason to wait.
    if (!this.#isSold || this.#questions.isOpen || (sinceMs >= 0 && sinceMs < quietRetryMs)) return;
    this.#triedAt = clock;
    void this.#renew();
  }
}
