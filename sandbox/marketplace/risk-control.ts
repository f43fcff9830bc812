import { toHex } from "./random.ts";

/** What risk control says of a review request. */
export type Verdict =
  | { kind: "pass"; gapMs: number | null }
  | { kind: "blocked"; gapMs: number | null }
  | { kind: "tooMany"; gapMs: number | null; leftSeconds: number };

interface Limits {
  leastGapMs: number;
  coolDownMs: number;
}

export interface RiskControl {
  /** Judges a request that starts at `now` (ms, any monotonic clock). `own`: the page's own, which a person's click made. */
  judge(now: number, own: boolean): Verdict;
  /** The answer to a judged request ended at `now`. */
  ended(now: number, own: boolean): void;
  block(now: number): void;
  /** Refuses everything until `seconds` have passed. */
  slowDown(now: number, seconds: number): void;
  isBlocked(now: number): boolean;
  solve(): void;
  reset(): void;
}

/**
 * Risk control: a request that starts sooner than `leastGapMs` after the end of the one before is refused, and after it
 * everything, until the check is solved or `coolDownMs` passed. Refused requests count as requests; a click of a person on the
 * page does not.
 * @param limits read at each judgement, so that a control takes effect at once
 */
export function createRiskControl(limits: Readonly<Limits>): RiskControl {
  let lastEnd: number | null = null;
  let answering = 0;
  let blockedAt: number | null = null;
  let slowUntil = 0;

  function isBlocked(now: number): boolean {
    if (blockedAt !== null && now - blockedAt >= limits.coolDownMs) blockedAt = null;
    return blockedAt !== null;
  }

  function gapAt(now: number): number | null {
    if (answering > 0) return 0;
    return lastEnd === null ? null : Math.max(0, now - lastEnd);
  }

  function verdict(now: number, own: boolean, gapMs: number | null): Verdict {
    if (isBlocked(now)) return { kind: "blocked", gapMs };
    if (now < slowUntil) return { kind: "tooMany", gapMs, leftSeconds: Math.ceil((slowUntil - now) / 1000) };
    if (own || gapMs === null || gapMs >= limits.leastGapMs) return { kind: "pass", gapMs };
    blockedAt = now;
    return { kind: "blocked", gapMs };
  }

  return {
    judge(now, own) {
      const judged = verdict(now, own, gapAt(now));
      if (!own) answering += 1;
      return judged;
    },
    ended(now, own) {
      if (own) return;
      answering = Math.max(0, answering - 1);
      lastEnd = now;
    },
    block(now) {
      blockedAt = now;
    },
    slowDown(now, seconds) {
      slowUntil = now + seconds * 1000;
    },
    isBlocked,
    solve() {
      blockedAt = null;
    },
    reset() {
      lastEnd = null;
      blockedAt = null;
      slowUntil = 0;
    },
  };
}

/**
 * The body of a 403: the challenge's own variable in its known form, with invented values, and a button that solves it.
 * @param nonce of the page's content security policy
 * @param back same-origin path to return to
 */
export function challengePage(nonce: string, back: string): string {
  const seed = `challenge/${nonce}`;
  // The script of the challenge stands there as it really does; without a nonce the page's own policy never loads it.
  const dd = `{'rt':'c','cid':'${toHex(seed, 20)}','hsh':'${toHex(`${seed}/h`, 24).toUpperCase()}','t':'bv','s':12345,'e':'${toHex(`${seed}/e`, 32)}','host':'geo.captcha-delivery.com'}`;
  return `<!DOCTYPE html><html lang="en"><head><title>etsy.com</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/assets/marketplace.css"></head>
<body><main><p id="cmsg">Requests came faster than a person reads. Please confirm that you are a person.</p>
<script nonce="${nonce}">var dd=${dd}</script><script src="https://ct.captcha-delivery.com/c.js"></script>
<form method="post" action="/sandbox/solve?back=${encodeURIComponent(back)}"><button id="person">I am a person</button></form></main></body></html>`;
}
