import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { GoodsFace } from "#src/warehouse/scanning/goods-face.tsx";
import type { Packing, Parcel } from "./packing.contract.ts";
import type { DraftParcel } from "./pack-steps.rules.ts";
import { countPieces, toAdvisedDrafts } from "./pack-steps.rules.ts";

function DraftLine({ packing, draft, title }: { readonly packing: Packing; readonly draft: DraftParcel; readonly title: string }) {
  const { t } = useTranslation();
  const nameOf = (uuid: string) => packing.boxes.find(({ box_uuid }) => box_uuid === uuid)?.name ?? "";
  const parts = [
    draft.box_uuid === null || draft.box_uuid === undefined ? t("packing.ownPackaging") : nameOf(draft.box_uuid),
    ...(draft.items.length === 0 ? [] : [t("receiving.pieces", { count: countPieces(draft.items) })]),
    ...draft.consumables.map(({ box_uuid, quantity }) => t("packing.consumable", { name: nameOf(box_uuid), count: quantity })),
  ];
  return (
    <li className="packing-line">
      <span>{title}</span>
      <span translate="no">{parts.join(" · ")}</span>
    </li>
  );
}

function ParcelLine({ parcel }: { readonly parcel: Parcel }) {
  const { t, locale } = useTranslation();
  const { parcel_number, status, piece_count, expected_grams, measured_grams } = parcel;
  const grams = measured_grams ?? expected_grams;
  const parts = [
    t(`packing.status.${status}`),
    t("receiving.pieces", { count: piece_count }),
    ...(grams === null ? [] : [t("packing.grams", { grams: formatNumber(grams, locale) })]),
  ];
  return (
    <li className="packing-line">
      <strong translate="no">{parcel_number}</strong>
      <span>{parts.join(" · ")}</span>
    </li>
  );
}

interface OrderParcelsProps {
  readonly packing: Packing;
  readonly drafts: readonly DraftParcel[];
  readonly current: DraftParcel;
}

/** An order with its parcels, or with those that it gets, and its goods. */
export function OrderParcels({ packing, drafts, current }: OrderParcelsProps) {
  const { t } = useTranslation();
  const { order_number, locations, items, parcels, status } = packing;
  return (
    <section className="packing-order" aria-labelledby="packing-order">
      <h2 id="packing-order" translate="no">
        {order_number}
      </h2>
      <p className="quiet">{locations.join(", ")}</p>
      <ul className="packing-lines">
        {parcels.map((parcel) => (
          <ParcelLine key={parcel.parcel_uuid} parcel={parcel} />
        ))}
        {status === "reviewed" &&
          (toAdvisedDrafts(packing, drafts, current) ?? [...drafts, current]).map((draft, at) => (
            <DraftLine key={at} packing={packing} draft={draft} title={t("packing.parcelNumber", { number: at + 1 })} />
          ))}
      </ul>
      <ul className="packing-lines">
        {items.map((item) => (
          <li key={`${item.variant_uuid} ${item.lot}`} className="packing-line">
            <GoodsFace goods={item} lot={item.lot} />
            <span className="packing-figure number">{item.quantity}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
