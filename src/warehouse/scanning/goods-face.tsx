import "./goods-face.css";
import type { ReactNode } from "react";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ScanOption } from "#src/kit/ui/scan/use-choices.ts";

/** Goods as shown on a hand-held. */
export interface Goods {
  readonly sku: string;
  /** the product's title */
  readonly title: string;
  /** distinguishes the variant from others of its product; may be empty */
  readonly variant_title: string;
  /** a stored file's name, or empty */
  readonly main_image: string;
}

function GoodsPicture({ sku, main_image }: Pick<Goods, "sku" | "main_image">) {
  return (
    <span className="goods-face-picture" aria-hidden="true">
      {main_image === "" ? sku.slice(0, 2) : <StoredImage filename={main_image} alt="" />}
    </span>
  );
}

/** Formats product, variant and lot: SKUs alone look alike at arm's length. */
export function useGoodsName(): (goods: Pick<Goods, "title" | "variant_title">, lot?: string) => string {
  const { t } = useTranslation();
  return ({ title, variant_title }, lot = "") => {
    const name = variant_title === "" ? title : t("scanning.goods.variant", { title, variant: variant_title });
    return lot === "" ? name : t("scanning.goods.lot", { name, lot });
  };
}

/** Builds a choice between goods that a scan may mean. */
export function useGoodsOption(): (id: string, goods: Goods, about?: { readonly lot?: string; readonly more?: string }) => ScanOption {
  const getName = useGoodsName();
  return (id, goods, { lot, more } = {}) => ({
    id,
    title: goods.sku,
    detail: [getName(goods, lot), more ?? ""].filter((part) => part !== "").join(" · "),
    picture: <GoodsPicture {...goods} />,
  });
}

interface GoodsFaceProps {
  readonly goods: Goods;
  readonly lot?: string;
  /** shown below the name */
  readonly children?: ReactNode;
}

/** Picture, SKU and name of goods, the same on every hand-held screen. */
export function GoodsFace({ goods, lot, children }: GoodsFaceProps) {
  const getName = useGoodsName();
  return (
    <div className="goods-face">
      <GoodsPicture {...goods} />
      <div className="goods-face-words">
        <span className="goods-face-sku" translate="no">
          {goods.sku}
        </span>
        <span className="quiet" translate="no">
          {getName(goods, lot)}
        </span>
        {children}
      </div>
    </div>
  );
}
