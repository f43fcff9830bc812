import "./stock.css";
import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { DateTimeField } from "#src/kit/ui/date-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { stockAt } from "./stock.contract.ts";

type Stood = OutputOf<typeof stockAt>["result"][number];

/** Parses the value of a datetime input into ISO 8601; null if empty or invalid. */
function parseTime(text: string): string | null {
  const moment = new Date(text);
  return text === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

type Words = ReturnType<typeof useTranslation>;

/** A retailer sees no locations. */
function getColumns({ t, locale }: Words, isRetailer: boolean): ShortColumn<Stood>[] {
  return [
    { id: "sku", title: t("stock.column.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    ...(isRetailer
      ? []
      : [{ id: "location", title: t("stock.column.location"), show: ({ barcode }) => barcode } satisfies ShortColumn<Stood>]),
    { id: "lot", title: t("stock.column.lot"), show: ({ lot }) => lot },
    { id: "condition", title: t("stock.column.condition"), show: ({ condition }) => t(`stock.condition.${condition}`) },
    { id: "quantity", title: t("stock.column.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
  ];
}

function Found({ asked }: { asked: InputOf<typeof stockAt> }) {
  const words = useTranslation();
  const { t, locale } = words;
  const { role } = useCaller();
  const { data, error } = useCallQuery(stockAt, asked);
  if (error !== null) return <Notice tone="bad" title={t("stock.stood.unknown")} />;
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  const title = t("stock.stood.at", { at: formatInstant(data.at, locale) });
  return (
    <div className="stack-tight">
      <h3>{title}</h3>
      <ShortTable
        label={title}
        columns={getColumns(words, role === "dropShipper")}
        rows={data.result}
        rowKey={({ variant_uuid, location_uuid, lot, condition }) => [variant_uuid, location_uuid, condition, lot].join(" ")}
        empty={t("stock.stood.nothing")}
      />
      {!data.is_complete && <p className="quiet">{t("stock.stood.more")}</p>}
    </div>
  );
}

/** The stock of a SKU, or at a location, at any time. @param variantUuid null asks for a location */
export function StockAtTime({ variantUuid }: { variantUuid: string | null }) {
  const { t } = useTranslation();
  const [location, setLocation] = useState("");
  const [at, setAt] = useState("");
  const [asked, setAsked] = useState<InputOf<typeof stockAt> | null>(null);
  const moment = parseTime(at);
  const where = location.trim();
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    if (moment === null || (variantUuid === null && where === "")) return;
    setAsked({ at: moment, ...(variantUuid === null ? { location: where } : { variant_uuid: variantUuid }) });
  };
  return (
    <section className="panel stack">
      <h2>{t("stock.stood.title")}</h2>
      <form className="stock-ask" onSubmit={ask}>
        {variantUuid === null && (
          <TextField
            label={t("stock.column.location")}
            value={location}
            maxLength={80}
            isRequired
            autoComplete="off"
            placeholder={t("stock.filter.locationHint")}
            onText={setLocation}
          />
        )}
        <DateTimeField label={t("stock.stood.when")} value={at} isRequired onValue={setAt} />
        <Button type="submit">{t("stock.stood.ask")}</Button>
      </form>
      {asked !== null && <Found asked={asked} />}
    </section>
  );
}
