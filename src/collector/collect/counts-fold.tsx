import { useId, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { MarketplaceId, StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { CountsTable } from "./counts-table.tsx";

interface FoldProps {
  counts: readonly StatedCount[];
  marketplace: MarketplaceId;
  isOpenAtFirst?: boolean;
}

/**
 * A button that opens the table of all stated numbers. A `details` element would do, but its content cannot shrink and scroll within the
 * popup's height.
 */
export function CountsFold({ counts, marketplace, isOpenAtFirst = false }: FoldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <div className="counts-fold">
      <button type="button" className="fold small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t("collect.counts.several", { marketplace: t(`collect.marketplace.${marketplace}`) })}
      </button>
      <div id={id} className="counts-list" hidden={!isOpen}>
        <CountsTable counts={counts} marketplace={marketplace} />
      </div>
    </div>
  );
}
