import type { Dice } from "./random.ts";
import { toHex, pick } from "./random.ts";

/** Somebody who never lived. */
export interface Buyer {
  /** the name shown; an anonymous buyer's is '' or the word that the page shows instead */
  name: string;
  anonymous: boolean;
  /** null for an anonymous buyer */
  profileUrl: string | null;
  avatarUrl: string;
}

const heads = ["Tal", "Ore", "Miv", "Sab", "Lun", "Fen", "Dar", "Kes", "Ilo", "Ren", "Yas", "Bru", "Ves", "Nim", "Jor", "Elk"];
const tails = ["vi", "ma", "rin", "del", "sa", "tha", "lo", "ette", "ur", "ika", "non", "bel"];
const otherScripts = ["Тавира", "Орелин", "林舟", "云渡", "みなも", "そらね", "Zoë-Lún", "O'Maril"];

function chooseName(dice: Dice): string {
  if (dice("buyer/script") < 0.08) return pick(otherScripts, dice("buyer/other"));
  const name = pick(heads, dice("buyer/head")) + pick(tails, dice("buyer/tail"));
  return dice("buyer/initial") < 0.3 ? `${name} ${pick("ABDEFGHKLMNRSTVW".split(""), dice("buyer/letter"))}.` : name;
}

/** The buyer of a review; one in 15 is anonymous. `reviewId` keeps profile and avatar addresses apart. */
export function getBuyer(dice: Dice, reviewId: string): Buyer {
  const avatar = toHex(`avatar/${reviewId}`, 8);
  const number = Number.parseInt(avatar, 16);
  const avatarUrl = `https://i.etsystatic.com/iusa/${avatar.slice(0, 6)}/${number}/iusa_75x75.${number}_${avatar.slice(4)}.jpg?version=0`;
  if (dice("buyer/anonymous") < 1 / 15)
    return { name: pick(["", "Anonymous"], dice("buyer/word")), anonymous: true, profileUrl: null, avatarUrl };
  return {
    name: chooseName(dice),
    anonymous: false,
    profileUrl: `https://www.etsy.com/people/quay${toHex(`people/${reviewId}`, 10)}`,
    avatarUrl,
  };
}
