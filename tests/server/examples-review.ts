import { sql } from "kysely";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findsNothing } from "./example.ts";
import { request } from "./client.ts";
import type { Aim, Example } from "./example.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import type { Person } from "./world.ts";

/** A picked order of a person's company, with a review that its staff began; of each line all pieces but the last are scanned, or all. */
interface ReviewRows extends OrderRows {
  readonly reviewUuid: string;
}

async function addReviewRows(tx: Tx, person: Person, isComplete: boolean): Promise<ReviewRows> {
  const rows = await addOrderRows(tx, person, "picked");
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const review_uuid = newId();
  await tx
    .insertInto("location")
    .values({ provider_uuid, location_uuid: newId(), warehouse_uuid, barcode: `PACK-${newId().slice(-10)}`.toUpperCase(), type: "packing" })
    .execute();
  const reviewed = isComplete ? 3 : 2;
  await tx
    .insertInto("order_review")
    .values({
      provider_uuid,
      review_uuid,
      order_uuid: rows.orderUuid,
      warehouse_uuid,
      user_uuid: person.userUuid,
      piece_count: 3,
      reviewed_pieces: reviewed,
      started_at: new Date(),
    })
    .execute();
  await sql`insert into order_review_line (provider_uuid, review_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity, reviewed_quantity)
    select provider_uuid, ${review_uuid}::uuid, 1, warehouse_uuid, variant_uuid, lot, sum(quantity), ${reviewed}::integer from reservation
    where provider_uuid = ${provider_uuid} and source_uuid = ${rows.orderUuid} and status = 'open' group by 1, 4, 5, 6`.execute(tx);
  return { ...rows, reviewUuid: review_uuid };
}

function about(input: (named: ReviewRows) => object, isComplete = false): Example {
  const make = ({ test }: Aim, person: Person): Promise<ReviewRows> =>
    test.services.database.transaction(platform, (tx) => addReviewRows(tx, person, isComplete));
  return {
    own: async (aim) => input(await make(aim, aim.owner)),
    withForeign: async (aim) => input(await make(aim, aim.foreign.person)),
  };
}

function addAs({ test }: Aim, person: Person): Promise<ReviewRows> {
  return test.services.database.transaction(platform, (tx) => addReviewRows(tx, person, false));
}

/** A review that has ended. */
function addDone({ test }: Aim, person: Person): Promise<ReviewRows> {
  return test.services.database.transaction(platform, async (tx) => {
    const rows = await addReviewRows(tx, person, true);
    await sql`update order_review r set status = 'done', ended_at = now(), location_uuid = l.location_uuid from location l
      where r.review_uuid = ${rows.reviewUuid} and l.provider_uuid = r.provider_uuid and l.warehouse_uuid = r.warehouse_uuid and l.type = 'packing'`.execute(
      tx,
    );
    return rows;
  });
}

/** A photo that the owner uploaded, for a review. */
async function photographed({ test, owner }: Aim, { reviewUuid: review_uuid }: ReviewRows): Promise<object> {
  const files = [{ field: "images", name: "a.png", bytes: tinyPng }];
  const { data } = await request(test.app, uploadImages, {}, { token: owner.token, files });
  return { review_uuid, filenames: data.result.map(({ filename }) => filename) };
}

/** Makes an order consist of one piece, which nobody reviews yet. */
async function addSinglePiece({ test }: Aim, person: Person): Promise<{ code: string; warehouse_uuid: string }> {
  const { sku, stage } = await test.services.database.transaction(platform, async (tx) => {
    const rows = await addReviewRows(tx, person, false);
    await sql`update order_review set status = 'cancelled', ended_at = now() where review_uuid = ${rows.reviewUuid}`.execute(tx);
    await sql`update sales_order set demand_pieces = 1 where order_uuid = ${rows.orderUuid}`.execute(tx);
    return rows;
  });
  return { code: sku, warehouse_uuid: stage.warehouseUuid };
}

const ofReview = ({ reviewUuid }: ReviewRows) => ({ review_uuid: reviewUuid });
const ofLine = (rows: ReviewRows) => ({ ...ofReview(rows), line_number: 1, quantity: 1 });

/** An input for each call of the review. */
export const reviewExamples: Readonly<Record<string, Example>> = {
  "review.list-to-review": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid })),
  "review.find-to-review": findsNothing(about(({ orderNumber }) => ({ code: orderNumber }))),
  "review.get-review": about(ofReview),
  "review.begin-review": about(({ orderUuid }) => ({ order_uuid: orderUuid })),
  "review.review-pieces": about(ofLine),
  "review.undo-pieces": about(ofLine),
  "review.finish-review": about(ofReview, true),
  "review.cancel-review": about(ofReview),
  "review.report-missing": about((rows) => ({ ...ofLine(rows), reason: "missing" })),
  "review.print-label": {
    own: async (aim) => ofReview(await addDone(aim, aim.owner)),
    withForeign: async (aim) => ofReview(await addDone(aim, aim.foreign.person)),
  },
  "review.list-photos": about(({ orderUuid }) => ({ order_uuid: orderUuid })),
  "review.add-photos": {
    own: async (aim) => photographed(aim, await addAs(aim, aim.owner)),
    withForeign: async (aim) => photographed(aim, await addAs(aim, aim.foreign.person)),
  },
  "review.report-wrong-item": about((rows) => ({ ...ofReview(rows), code: "4006381333931" })),
  "review.report-loose-piece": about(({ stage }) => ({ warehouse_uuid: stage.warehouseUuid, code: "4006381333931" })),
  "review.review-single-piece": {
    own: (aim) => addSinglePiece(aim, aim.owner),
    withForeign: (aim) => addSinglePiece(aim, aim.foreign.person),
    foreignIs: "review.noSinglePiece",
  },
};
