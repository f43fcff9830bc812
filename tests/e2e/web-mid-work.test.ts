import { beforeAll, expect, test } from "vitest";
import { updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { getPacking, listToPack } from "#src/outbound/packing/packing.contract.ts";
import { listReturns } from "#src/outbound/returns/returns.contract.ts";
import { listToReview } from "#src/outbound/review/review.contract.ts";
import { createWall, listTotes } from "#src/outbound/sortation/sortation.contract.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import { sampleOfToday } from "./sample.ts";
import type { Elsewhere } from "./web-acts.ts";
import { seesText, signInElsewhere } from "./web-acts.ts";
import { faultsInSight } from "./web-in-sight.ts";
import { useHandHeld } from "./web-scanning.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";
import { stands } from "./web-walker.ts";

const { navigation } = chinese;
const set = useWebStage();
let provider: Elsewhere;
let hand: HandHeld;

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  await provider.client.call(updateDefaultSettings, { defaultLanguage: "zh_cn", defaultTheme: "darkTheme" });
  const page = await stage.page(await stage.visitor(), { width: 390, language: "zh_cn", theme: "darkTheme" });
  await stage.signIn(page, "p", "provider01");
  hand = useHandHeld(page);
});

/** A hand-held in the middle of its work: what is scanned and which keys are pressed on it, in turn. */
interface Walk {
  readonly path: string;
  readonly title: string;
  /** codes, or keys as "F7" */
  readonly steps: readonly string[];
}

/** No word of it is English: what is typed stands in the answers. */
const unknown = "999000999000";

async function listWalks(): Promise<Walk[]> {
  const { client } = provider;
  const [review] = (await client.call(listToReview, { page_size: 1 })).result;
  const [pack] = (await client.call(listToPack, { page_size: 1 })).result;
  const [packed] = (await client.call(listOrders, { status: "packed", page_size: 1 })).result;
  const parcel = (await client.call(getPacking, { order_uuid: packed?.order_uuid ?? "" })).parcels[0]?.parcel_number ?? "";
  const returns = (await client.call(listReturns, {})).result;
  const returnOf = (status: string) => returns.find((one) => one.status === status && one.owner_uuid !== null)?.return_number ?? "";
  const [tote] = (await client.call(listTotes, {})).result;
  const warehouse_uuid = tote?.warehouse_uuid ?? "";
  await client.call(createWall, { warehouse_uuid, name: "1号墙", code: "M1", row_count: 2, column_count: 3 });
  const scanning = { path: "/p/p-returns?scan=on", title: navigation.returns };
  return [
    { path: "/p/p-distribution", title: navigation.distribution, steps: [unknown, tote?.tote ?? "", "M1"] },
    { path: "/p/p-secondary-sortation", title: navigation.secondarySortation, steps: [unknown, "M1", unknown] },
    { path: "/p/p-single-order-review", title: navigation.singleOrderReview, steps: [unknown, "1", unknown, "F7"] },
    { path: "/p/p-to-review", title: navigation.toReview, steps: [unknown, review?.order_number ?? "", unknown, "F2", "Escape", "F7"] },
    { path: "/p/p-package", title: navigation.package, steps: [unknown, pack?.order_number ?? "", unknown, "F7"] },
    { path: "/p/p-weighing", title: navigation.weighing, steps: [unknown, parcel, "9 kg"] },
    { path: "/p/p-express-weighing", title: navigation.expressWeighing, steps: [parcel, "9 kg"] },
    { path: "/p/p-batch-weighing", title: navigation.batchWeighing, steps: [parcel, "9 kg"] },
    { path: "/p/p-bagging", title: navigation.bagging, steps: [unknown, "HD700000108", "1", "F3"] },
    { ...scanning, steps: [unknown, "F6"] },
    { ...scanning, steps: [returnOf("arrived"), "F7", "F2", "Escape", unknown] },
    { ...scanning, steps: [returnOf("decided"), unknown, "F3"] },
  ];
}

test("the list of orders to review says that it is not all of them", async () => {
  const { total } = await provider.client.call(listToReview, { page_size: 1 });
  // As many as a hand-held lists.
  expect(total).toBeGreaterThan(20);
  await hand.open(`${set.stage.origin}/p/p-to-review`, navigation.toReview);
  await seesText(hand.page, `共 ${total} 项，仅显示前 20 项`);
});

/** All of them in the full run. */
const walksADay = 5;

const isKey = (step: string): step is "F2" | "F3" | "F6" | "F7" | "Escape" => /^(F\d|Escape)$/.test(step);

test("no hand-held shows a foreign word, a raw text or a clipped one in the middle of its work, in Chinese at 390 px", async () => {
  const { stage } = set;
  const { page } = hand;
  const found: Record<string, string[]> = {};
  for (const [at, { path, title, steps }] of sampleOfToday(await listWalks(), walksADay).entries()) {
    expect(steps, path).not.toContain("");
    await hand.open(stage.origin + path, title);
    for (const [index, step] of steps.entries()) {
      if (isKey(step)) await page.keyboard.press(step);
      else await hand.scan(step);
      await stands(page);
      const faults = await faultsInSight(page, "zh_cn", `mid-work-${at}-${index}`);
      if (faults.length > 0) found[`${path} after ${steps.slice(0, index + 1).join(", ")}`] = faults;
    }
  }
  expect(found).toEqual({});
}, 240_000);
