import { memo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { isWebAddress, getThumbnailUrl } from "#src/collector/reviews/thumbnail.rules.ts";

/** Photos in sight in a row; the number of the others is written. */
const photosShown = 3;

function Photo({ src, href, label }: { src: string; href: string; label: string }) {
  const [failed, setFailed] = useState(false);
  const picture =
    failed || src === "" ? (
      <span className="reviews-photo-off" />
    ) : (
      <img src={src} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
    );
  if (!isWebAddress(href)) return picture;
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={label} tabIndex={-1}>
      {picture}
    </a>
  );
}

interface RowProps {
  /** place in the job, from 0 */
  row: number;
  review: Review | undefined;
  failed: boolean;
  onRetry: () => void;
  top: number;
}

function Cells({ row, review }: { row: number; review: Review }) {
  const { t, locale } = useTranslation();
  const reply = review.sellerReply === null || review.sellerReply === "" ? "" : t("collect.table.reply", { text: review.sellerReply });
  const images = review.images ?? [];
  const more = images.length - photosShown;
  const notRead = <span className="small quiet">{t("collect.table.notRead")}</span>;
  return (
    <>
      <span role="cell" className="reviews-stars">
        {review.rating === null ? "" : `${formatNumber(review.rating, locale)} ★`}
      </span>
      <span role="cell" className="reviews-text clip-2" title={[review.text, reply].filter(Boolean).join("\n\n")}>
        {review.text === "" ? <span className="quiet">{review.title || t("collect.table.noText")}</span> : review.text}
      </span>
      <span role="cell" className="reviews-photos">
        {review.images === null && notRead}
        {images.slice(0, photosShown).map((image, at) => (
          <Photo
            key={`${image.url}-${at}`}
            src={getThumbnailUrl(image)}
            href={image.url}
            label={t("collect.table.photo", { number: at + 1, row: row + 1 })}
          />
        ))}
        {more > 0 && <span className="small quiet">{`+${formatNumber(more, locale)}`}</span>}
      </span>
      <span role="cell" className="reviews-reviewer clip-2">
        {review.reviewer || <span className="quiet">{t("collect.table.anonymous")}</span>}
      </span>
      <span role="cell" className="reviews-date">
        {formatDay(review.date, locale)}
      </span>
      <span role="cell" className="reviews-variation clip-2 small">
        {review.variation ?? notRead}
      </span>
    </>
  );
}

/** One row of fixed height, at its place; a skeleton while its review is on the way. */
export const ReviewRow = memo(function ReviewRow({ row, review, failed, onRetry, top }: RowProps) {
  const { t, locale } = useTranslation();
  return (
    <div
      className="reviews-row reviews-line"
      role="row"
      aria-rowindex={row + 2}
      aria-busy={review === undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="reviews-number quiet number" title={review?.reviewId}>
        {formatNumber(row + 1, locale)}
      </span>
      {review !== undefined && <Cells row={row} review={review} />}
      {review === undefined && !failed && (
        <span role="cell" className="skeleton" aria-label={t("collect.table.loading", { row: row + 1 })} />
      )}
      {review === undefined && failed && (
        <span role="cell" className="reviews-failed">
          {t("collect.table.failed")}
          <Button tone="plain" onClick={onRetry}>
            {t("collect.table.retry")}
          </Button>
        </span>
      )}
    </div>
  );
});
