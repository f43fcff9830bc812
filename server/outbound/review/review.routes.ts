import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  addReviewPhotos,
  beginReview,
  cancelReview,
  findToReview,
  finishReview,
  getReview,
  listReviewPhotos,
  listToReview,
  printReviewLabel,
  reportAtReview,
  reportLoosePiece,
  reportWrongItem,
  reviewPieces,
  reviewSinglePiece,
  undoPieces,
} from "#src/outbound/review/review.contract.ts";
import type { Review } from "#src/outbound/review/review.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { note as noteStocktake } from "#server/warehouse/stock/stocktake.commands.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { NoteRecount } from "../picking/plan-recount.commands.ts";
import { begin, giveUp } from "./begin-review.commands.ts";
import { finish, reviewSingle } from "./finish-review.commands.ts";
import { printLabel } from "./print-review.ts";
import { attachPhotos, listPhotos } from "./review-photos.commands.ts";
import { reportLoose, reportMissing, reportWrong } from "./report.commands.ts";
import { countPieces, takeBackPieces } from "./review-pieces.commands.ts";
import { findByCode, findReview, listToReviewPage } from "./reviews.queries.ts";

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  subject: { readonly type: "review" | "order" | "warehouse"; readonly uuid: string },
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: subject.type, subjectUuid: subject.uuid, detail });
}

async function readReview(scope: OrderScope, reviewUuid: string): Promise<Review> {
  const review = await findReview(scope, reviewUuid);
  if (review === null) throw new Error("review: a review that was just changed is missing");
  return review;
}

/** Handles a call that changes one review, and answers with the review afterwards. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
  listDetail: (input: ParsedInputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<Review, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    const uuid = changed.value;
    const [review] = await Promise.all([readReview(scope, uuid), note(context, call, { type: "review", uuid }, listDetail(input))]);
    return ok(review);
  };
}

/** Handles a scan of pieces: what it counted is answered, and noted. */
function counts(
  call: Call,
  run: typeof countPieces | typeof takeBackPieces,
): (input: ParsedInputOf<typeof reviewPieces>, context: CallContext) => Promise<Result<OutputOf<typeof reviewPieces>, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const counted = await run(scope, input);
    if (!counted.ok) return counted;
    const { review_uuid: uuid, line_number, quantity } = input;
    await note(context, call, { type: "review", uuid }, { line_number, quantity });
    return counted;
  };
}

/** Returns what writes the audit row of a stocktake that a report plans. */
const noteRecountOf =
  (context: CallContext): NoteRecount =>
  (uuid, detail) =>
    noteStocktake(context, "stock.create-stocktake", uuid, detail);

export const reviewRoutes: readonly Implementation[] = [
  implement(listToReview, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listToReviewPage(scope, input);
  }),
  implement(findToReview, async (input, context) => {
    const scope = getOrderScope(context);
    return ok(scope === null ? { kind: "unknown", location: "", warehouse_uuid: null, orders: [] } : await findByCode(scope, input));
  }),
  implement(getReview, async ({ review_uuid }, context) => {
    const scope = getOrderScope(context);
    const review = scope === null ? null : await findReview(scope, review_uuid);
    return review === null ? refuse("notFound") : ok(review);
  }),
  implement(
    beginReview,
    changes(beginReview, begin, ({ takes_over }) => ({ takes_over })),
  ),
  implement(reviewPieces, counts(reviewPieces, countPieces)),
  implement(undoPieces, counts(undoPieces, takeBackPieces)),
  implement(
    finishReview,
    changes(finishReview, finish, ({ location }) => (location === undefined ? {} : { location })),
  ),
  implementFile(printReviewLabel, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printLabel(scope, input);
  }),
  implement(cancelReview, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const ended = await giveUp(scope, input);
    if (!ended.ok) return ended;
    await note(context, cancelReview, { type: "review", uuid: ended.value }, {});
    return ok({ review_uuid: ended.value });
  }),
  implement(
    reviewSinglePiece,
    changes(reviewSinglePiece, reviewSingle, ({ code, lot }) => ({ code, ...(lot === undefined ? {} : { lot }) })),
  ),
  implement(reportAtReview, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const reported = await reportMissing(scope, input, noteRecountOf(context));
    if (!reported.ok) return reported;
    const { line_number, quantity, reason } = input;
    await note(context, reportAtReview, { type: "order", uuid: reported.value }, { line_number, quantity, reason });
    return ok({ order_uuid: reported.value });
  }),
  implement(addReviewPhotos, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const added = await attachPhotos(scope, input);
    if (!added.ok) return added;
    await note(context, addReviewPhotos, { type: "review", uuid: input.review_uuid }, { photo_uuids: added.value });
    return ok({ photo_uuids: added.value });
  }),
  implement(listReviewPhotos, async (input, context) => {
    const scope = getOrderScope(context);
    const photos = scope === null ? null : await listPhotos(scope, input);
    return photos === null ? refuse("notFound") : ok({ result: photos });
  }),
  implement(reportWrongItem, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const reported = await reportWrong(scope, input, noteRecountOf(context));
    if (!reported.ok) return reported;
    const { orderUuid, exceptionNumber } = reported.value;
    await note(context, reportWrongItem, { type: "order", uuid: orderUuid }, { code: input.code });
    return ok({ exception_number: exceptionNumber });
  }),
  implement(reportLoosePiece, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const reported = await reportLoose(scope, input, noteRecountOf(context));
    if (!reported.ok) return reported;
    await note(context, reportLoosePiece, { type: "warehouse", uuid: input.warehouse_uuid }, { code: input.code });
    return ok({ exception_number: reported.value });
  }),
];
