import "./page-card.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { Thumb } from "./thumb.tsx";

type Page = Pick<Job, "marketplace" | "kind" | "title" | "shopName" | "image">;

/** Which page it is: picture, title, marketplace and shop. */
export function PageCard({ page, heading: Heading = "h2" }: { page: Page; heading?: "h1" | "h2" }) {
  const { t } = useTranslation();
  const marketplace = t(`collect.marketplace.${page.marketplace}`);
  const ofShop = page.kind === "listing" && page.shopName !== "";
  const kind = ofShop ? t("collect.page.listingOf", { marketplace, shop: page.shopName }) : t(`collect.page.${page.kind}`, { marketplace });
  const title = page.title || page.shopName || t("collect.page.untitled");
  return (
    <div className="page-card">
      <Thumb url={page.image} />
      <div>
        <Heading className="clip-2" title={title}>
          {title}
        </Heading>
        <p className="small quiet clip-1" title={kind}>
          {kind}
        </p>
      </div>
    </div>
  );
}
