import "./review.css";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { listReviewPhotos } from "./review.contract.ts";

function Photos({ orderUuid }: { readonly orderUuid: string }) {
  const { t, locale } = useTranslation();
  const { data, isLoading } = useCallQuery(listReviewPhotos, { order_uuid: orderUuid });
  if (isLoading) return <span className="height-unknown" />;
  if (data === undefined || data.result.length === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby="review-photos">
      <h2 id="review-photos">{t("review.photo.title")}</h2>
      <ul className="review-photos">
        {data.result.map(({ photo_uuid, filename, at, taken_by }) => {
          const about = [formatInstant(at, locale), taken_by].filter((text) => text !== "").join(" · ");
          return (
            <li key={photo_uuid}>
              <StoredImage filename={filename} alt={t("review.photo.alt", { about })} />
              <span className="quiet small">{about}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The photos that were taken when an order was reviewed, for staff who review. */
export function OrderPhotos({ of: { order_uuid } }: { of: OrderDetail }) {
  const caller = useCaller();
  return mayCall(caller, listReviewPhotos) ? <Photos orderUuid={order_uuid} /> : null;
}
