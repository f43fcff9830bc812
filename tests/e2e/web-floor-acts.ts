import { getPickTask } from "#src/outbound/picking/picking.contract.ts";
import { listStops } from "#src/outbound/picking/pick-steps.rules.ts";
import { texts as english } from "#web/texts/en_us.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atRest, holds, seesText } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";

const { navigation, picking } = english;

/** A task of a released wave, and what it is picked with. */
interface TaskToPick {
  readonly origin: string;
  readonly wave_number: string;
  readonly task: { readonly task_uuid: string; readonly task_number: number };
  readonly tote: string;
  readonly goods: readonly { readonly sku: string; readonly barcode: string }[];
  /** gets each stop first: true if it picked it in another way */
  readonly at?: (sku: string, quantity: number) => Promise<boolean>;
}

/** Picks a task on the hand-held as its list of stops leads, and returns to the list of tasks. */
export async function pickTask(
  hand: HandHeld,
  { client }: Elsewhere,
  { origin, wave_number, task, tote, goods, at }: TaskToPick,
): Promise<void> {
  await hand.open(`${origin}/p/pick`, navigation.pick);
  const words = picking.taskOf.replace("{{wave}}", wave_number).replace("{{number, number}}", String(task.task_number));
  await holds(hand.page, `the task "${words}"`, () =>
    hand.page.$$eval(
      ".hand-held button",
      (buttons, wanted) => {
        const one = buttons.find(({ textContent }) => textContent?.includes(wanted));
        one?.click();
        return one !== undefined;
      },
      words,
    ),
  );
  await hand.says("done", words);
  await hand.scans(tote, "done", tote);
  const { lines } = await client.call(getPickTask, { task_uuid: task.task_uuid });
  let here = "";
  for (const { goods: of, quantity } of listStops(lines)) {
    if (of.location !== here) await hand.scans(of.location, "done", of.location);
    here = of.location;
    if ((await at?.(of.sku, quantity)) === true) continue;
    const barcode = goods.find(({ sku }) => sku === of.sku)?.barcode ?? of.sku;
    if (quantity > 1) {
      await hand.page.keyboard.press("F2");
      await hand.says("ask", picking.ask.quantity);
      await hand.scans(String(quantity), "ask", `${quantity} pieces`);
    }
    if (of.slot === null) await hand.scans(barcode, "done", `${of.sku}: ${quantity} picked`);
    else {
      await hand.scans(barcode, "done", `${quantity} of ${quantity}`);
      await hand.page.keyboard.press("F3");
      await hand.says("done", `${of.sku}: ${quantity} picked`);
    }
  }
  await seesText(hand.page, picking.step.finished);
  await seesText(hand.page, picking.key.list);
  await atRest(hand.page);
  await hand.page.keyboard.press("F6");
  await seesText(hand.page, picking.key.return);
}

/** Returns the words of the last scan's result. */
export function readResult(hand: HandHeld): Promise<string> {
  return hand.page.$eval(".scan-feedback-text", (one) => one.textContent ?? "");
}

/** Scans and waits for another result than the one before, with these words: for scans whose results are alike. Returns it. */
export async function scanAnother(hand: HandHeld, code: string, words: string): Promise<string> {
  const read = () => readResult(hand).catch(() => "");
  const before = await read();
  await hand.scan(code);
  await holds(hand.page, `another result with "${words}"`, async () => (await read()) !== before && (await read()).includes(words));
  await atRest(hand.page);
  return read();
}

/** Chooses the option with these words by its number and Enter. */
export async function chooseByNumber(hand: HandHeld, words: string): Promise<void> {
  let place = -1;
  let before = "";
  await holds(hand.page, `the option "${words}"`, async () => {
    const titles = await hand.page.$$eval(".scan-choice-title", (all) => all.map(({ textContent }) => textContent ?? ""));
    place = titles.findIndex((title) => title.includes(words));
    // What others do may still change the list, and with it the number.
    const isSteady = titles.join("\n") === before;
    before = titles.join("\n");
    if (!isSteady) await new Promise((resolve) => setTimeout(resolve, 500));
    return isSteady && place >= 0;
  });
  await hand.scan(String(place + 1));
}

/** Opens the next order of a place, which is the first that is offered where several wait. @param left how many wait there */
export async function openNext(hand: HandHeld, place: string, left: number, ask: string, opened: string): Promise<string> {
  if (left === 1) await hand.scans(place, "done", opened);
  else {
    await hand.scans(place, "ask", ask);
    await hand.scan("1");
    await hand.says("done", opened);
  }
  return readResult(hand);
}
