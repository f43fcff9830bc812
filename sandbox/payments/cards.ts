/** What a test card does; the numbers are those that Stripe publishes for its test mode. */
export type CardBehaviour = "good" | "declined" | "needsConfirmation" | "failsLater";

export const testCards: Readonly<Record<CardBehaviour, string>> = {
  good: "4242424242424242",
  declined: "4000000000000002",
  needsConfirmation: "4000002500003155",
  failsLater: "4000000000000341",
};

/** A card that may be charged. The number itself is never stored. */
export interface Card {
  behaviour: CardBehaviour;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** What can be wrong with a card's fields. */
export type CardFault = "number" | "notATestCard" | "expiry" | "expired" | "cvc";

/** The check digit of ISO/IEC 7812-1 (Luhn's): every second digit from the right is doubled, the digits' sum divides by ten. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function expiryOf(written: string): { expMonth: number; expYear: number } | null {
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})\s*$/.exec(written) ?? [];
  const expMonth = Number(month);
  if (year === undefined || expMonth < 1 || expMonth > 12) return null;
  return { expMonth, expYear: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

function numberFault(number: string): CardFault | null {
  if (!hasCheckDigit(number)) return "number";
  return Object.values(testCards).includes(number) ? null : "notATestCard";
}

/**
 * Parses the typed card.
 * @param nowSeconds the sandbox's clock: a card is valid until its month has ended, UTC
 */
export function readCard(typed: { number: string; expiry: string; cvc: string }, nowSeconds: number): Card | CardFault[] {
  const number = typed.number.replaceAll(/[\s-]/g, "");
  const expiry = expiryOf(typed.expiry);
  const faults: CardFault[] = [];
  const wrong = numberFault(number);
  if (wrong !== null) faults.push(wrong);
  if (expiry === null) faults.push("expiry");
  else if (Date.UTC(expiry.expYear, expiry.expMonth) <= nowSeconds * 1000) faults.push("expired");
  else if (expiry.expYear > new Date(nowSeconds * 1000).getUTCFullYear() + 50) faults.push("expiry");
  if (!/^\d{3}$/.test(typed.cvc.trim())) faults.push("cvc");
  const behaviour = (Object.keys(testCards) as CardBehaviour[]).find((one) => testCards[one] === number);
  if (faults.length > 0 || expiry === null || behaviour === undefined) return faults;
  return { behaviour, last4: number.slice(-4), ...expiry };
}
