import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Review } from "./review.contract.ts";
import type { Reviewing } from "./review.store.ts";

/** Returns what the station shows of a review that has ended. */
export function toLast({ review_uuid, order_number, location, warehouse_uuid, parcel_numbers }: Review): NonNullable<Reviewing["last"]> {
  return { review: review_uuid, order: order_number, location, warehouse: warehouse_uuid, parcels: parcel_numbers };
}

/** Says that a review has ended: where the goods go, or that they are packed. */
export function useFinishedText(): (review: Review) => string {
  const { t } = useTranslation();
  return ({ order_number: order, location, parcel_numbers }) =>
    parcel_numbers.length === 0
      ? t("review.finished", { order, location })
      : t("review.finishedPacked", { order, location, parcels: parcel_numbers.join(", ") });
}
