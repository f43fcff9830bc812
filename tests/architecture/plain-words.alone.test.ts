import { describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { templates } from "#src/kit/files/templates.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";

/** Flattens a tree of texts to paths: `wallet.column.method`. */
function flatten(node: object, prefix: string): [path: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return flatten(value, `${prefix}${key}.`);
    return [[`${prefix}${key}`, String(value)] as [string, string]];
  });
}

/** Every English text people read: catalogues, codes, the client's own messages, and import templates. */
const screens = new Map(flatten(english, ""));
const messages = new Map(Object.entries({ ...codes, ...clientTexts }).map(([name, { en_us }]) => [`code ${name}`, en_us]));
const notes = new Map(
  Object.entries(templates).flatMap(([name, { columns }]) =>
    columns.map(({ field, note }) => [`template ${name}.${field}`, note.en_us] as const),
  ),
);
const every = [...screens, ...messages, ...notes];

/** Phrases of translated English, each with the words to use instead. */
const wrongPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bby commas\b/i, "separate with commas"],
  [/\bthis owner has that\b/i, "is already in use"],
  [/^bears\b|\beach bears\b/i, "maximum weight"],
  [/\bgiv(e|en) (this |it )?up\b|\bgave (this |it )?up\b/i, "stop selling, not answered"],
  [/\b(keep|keeps|keeping|kept) (no )?(lots|expiry)\b|\blots are not kept\b/i, "track lots, track expiry dates"],
  [/\busual order\b/i, "default order"],
  [/\ball the same\b/i, "anyway"],
  [/\bturn them round\b/i, "the end date is before the start date"],
  [/ is in \{\{location/, "put in"],
  [/\bhave another look\b|\blook (now|at how)\b/i, "reload, check now"],
  [/\bhow it is written\b/i, "check the spelling"],
  [/\bsays the same\b/i, "repeats an earlier row"],
  [/\bat most [\d,]+ [\w ]+ are (kept|made|printed|imported)\b/i, "you can have at most"],
  [/\b(a|an|the) [a-z]+ of (this|that) (name|number|code|title)\b/i, "with this name"],
  [/\brows of one (name|number|title)\b/i, "rows with the same title"],
  [/\bbring (it |them )?back\b|\}\} is (back|made)$/i, "restore, created"],
  [/\bwork it out\b|^(plan|post|record|make) it$|\bkeep this pin\b/i, "a button names what it does"],
  [
    /\bnot taken\b|\bno sequence\b|\bhas not enough\b|\b(localhost|rows|locations|websockets) alone\b/i,
    "rejected, not a sequence, does not have enough, only",
  ],
  [/\bthe like\b|\bby it\b|\bso many\b|\bstays so\b|\bonce more\b/i, "and so on, again"],
  [/\b(goods|pieces|what) (lie|lies|stand|stands|stood)\b|\bstands? (there|below|above|elsewhere)\b/i, "is in, in stock"],
  [/\bmade where\b|\bwhere it is missing\b|\bwhere the country has\b/i, "created if missing"],
  [/\bguessed at once\b|\btoo (large|small) to be true\b|\bthe one who works\b/i, "too easy to guess, too large, the current user"],
  [/^(asked for|being made|what that means|kept answers|ways on|comes from|nothing fits)$/i, "a noun or a short statement"],
  [/: everything$/i, "all actions"],
];

describe("English texts", () => {
  test.each(wrongPhrases)("never say %s", (phrase, instead) => {
    expect(every.filter(([, text]) => phrase.test(text)).map(([path, text]) => `${path}: "${text}" (better: ${instead})`)).toEqual([]);
  });

  test.each([
    ["warehouses.none", "Creating warehousing needs at least one warehouse. Add a warehouse first."],
    ["operators.intro", "Operators are your staff. Each operator has their own account and sees what you allow."],
    ["home.todo.confirmReceipts_one", "1 receipt to confirm"],
    ["catalogue.action.giveUp", "Stop selling"],
    ["catalogue.claim.askTitle", "Stop selling this?"],
    ["list.columns.reset", "Reset"],
    ["goods.field.barcodesHint", "Separate with commas"],
    ["template products.barcode", "As text; separate with commas"],
    ["code goods.skuTaken", "This SKU is already in use: choose another"],
    ["code catalogue.ownSkuTaken", "You already use this SKU for another item: choose another"],
    ["warehouses.generate.grams", "Maximum weight"],
    ["warehouses.locations.column.weight", "Maximum weight"],
    ["warehouses.location.grams", "Maximum weight"],
    ["goods.field.keepsLots", "Track lots"],
    ["goods.field.keepsExpiry", "Track expiry dates"],
    ["receiving.put.done", "{{pieces, number}} × {{sku}} put in {{location}}"],
    ["receiving.key.arrive", "Everything arrived"],
    ["scanning.queue.show", "Pending scans"],
    ["scanning.hands.open", "Switch user"],
    ["reports.wait.adding", "Calculating the report"],
    ["warehouses.map.fill", "Occupancy"],
    ["list.sort.own", "Default order"],
    ["wallet.intro", "Balance, charges and prices with your supplier"],
    ["home.todo.confirmReceiptsWhy", "Confirmed receipts count as incoming stock."],
  ])("%s is “%s”", (path, text) => {
    expect(new Map(every).get(path)).toBe(text);
  });
});
