import "./channels.css";
import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { ChannelOffer, ShippingRequest } from "./channel-choice.rules.ts";
import { chooseChannels } from "./channel-choice.rules.ts";
import { formatGrams } from "./channel-words.ts";
import type { PricedChannel } from "./channels.contract.ts";
import { fetchAllChannels } from "./channels.contract.ts";
import { CountryField } from "./country-field.tsx";

interface Typed {
  readonly country: string;
  readonly grams: number | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly warehouse: string;
}

/** Converts the input to a request; null while country or weight is missing. Sizes are typed in cm. */
function toRequest({ country, grams, length, width, height, warehouse }: Typed): ShippingRequest | null {
  if (country === "" || grams === null || grams <= 0) return null;
  const hasSize = length !== null && width !== null && height !== null;
  const sizeMm = hasSize ? { length: length * 10, width: width * 10, height: height * 10 } : null;
  return { countryCode: country, weightGrams: grams, sizeMm, warehouseUuid: warehouse === "" ? null : warehouse, currency: null };
}

/** Whether a channel can ship the parcel, or why not. */
function Result({ price }: { readonly price: ChannelOffer["price"] }) {
  const { t } = useTranslation();
  return price.ok ? (
    <StatusTag tone="good" text={t("channels.check.ships")} />
  ) : (
    <StatusTag tone="quiet" text={t(`channels.obstacle.${price.problem}`)} />
  );
}

const showResult = ({ price }: ChannelOffer) => <Result price={price} />;

function Offers({ offers }: { readonly offers: readonly ChannelOffer<PricedChannel>[] }) {
  const words = useTranslation();
  const { t, locale } = words;
  return (
    <ShortTable
      label={t("channels.check.title")}
      rows={offers}
      rowKey={({ channel }) => channel.channel_uuid}
      empty=""
      columns={[
        { id: "name", title: t("channels.column.name"), show: ({ channel }) => channel.name },
        {
          id: "price",
          title: t("channels.check.price"),
          isNumber: true,
          show: ({ price }) => (price.ok ? formatAmount(price.value.amountCents, price.value.currency, locale) : ""),
        },
        {
          id: "weight",
          title: t("channels.check.chargeable"),
          isNumber: true,
          show: ({ price }) => (price.ok ? formatGrams(price.value.chargeableGrams, words) : ""),
        },
        { id: "zone", title: t("channels.check.zone"), show: ({ price }) => (price.ok ? price.value.zoneName : "") },
        { id: "cutOff", title: t("channels.column.cutOffs"), show: ({ cutOff }) => cutOff ?? "" },
        {
          id: "result",
          title: t("channels.check.result"),
          show: showResult,
        },
      ]}
    />
  );
}

/** Checks which channels can ship a parcel, at what price, and why the others cannot. */
export function PriceCheck() {
  const { t } = useTranslation();
  const channels = useCallQuery(fetchAllChannels, { page_size: 200 });
  const warehouses = useCallQuery(queryStorage, { is_closed: false, page_size: 200 });
  const [typed, setTyped] = useState<Typed>({ country: "US", grams: 500, length: null, width: null, height: null, warehouse: "" });
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  if (channels.data === undefined) return <FailedNotice error={channels.error} onRetry={() => void channels.refetch()} />;
  if (channels.data.result.length === 0) return <EmptyState line={t("channels.check.none")} />;
  const request = toRequest(typed);
  const sides = [typed.length, typed.width, typed.height];
  const isSizeIncomplete = sides.some((side) => side !== null) && sides.includes(null);
  const centimetres = (field: "length" | "width" | "height") => (
    <NumberField
      label={t(`channels.check.${field}`)}
      unit={t("channels.check.cm")}
      fractionDigits={1}
      min={0}
      value={typed[field]}
      onNumber={(value) => change({ [field]: value })}
    />
  );
  return (
    <div className="stack">
      <p className="quiet">{t("channels.check.about")}</p>
      <div className="price-check panel">
        <CountryField label={t("channels.check.country")} value={typed.country} onValue={(country) => change({ country })} />
        <NumberField
          label={t("channels.check.weight")}
          unit={t("channels.edit.unitGrams")}
          min={1}
          value={typed.grams}
          onNumber={(grams) => change({ grams })}
        />
        {centimetres("length")}
        {centimetres("width")}
        {centimetres("height")}
        <Select
          label={t("channels.check.warehouse")}
          value={typed.warehouse}
          nothing={t("channels.check.anyWarehouse")}
          options={(warehouses.data?.result ?? []).map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={(warehouse) => change({ warehouse })}
        />
      </div>
      <div role="status" className="stack">
        {request === null || isSizeIncomplete ? (
          <p className="quiet">{t(request === null ? "channels.check.enter" : "channels.check.allSides")}</p>
        ) : (
          <Offers offers={chooseChannels(channels.data.result, [request])} />
        )}
      </div>
    </div>
  );
}
