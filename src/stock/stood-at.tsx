import "./stock.css";
import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import type { InputOf, OutputOf } from "#src/api/define-call.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { instantText, numberText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import { DateTimeField } from "#src/ui/date-field.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ShortColumn } from "#src/ui/short-table.tsx";
import { ShortTable } from "#src/ui/short-table.tsx";
import { stockAt } from "./stock.contract.ts";

type Stood = OutputOf<typeof stockAt>["result"][number];

/** A moment as the browser's own field writes it, as ISO text with offset; null for none. */
function momentOf(text: string): string | null {
  const moment = new Date(text);
  return text === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

type Words = ReturnType<typeof useTranslation>;

/** A retailer is told of no locations. */
function columnsOf({ t, locale }: Words, isRetailer: boolean): ShortColumn<Stood>[] {
  return [
    { id: "sku", title: t("stock.column.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    ...(isRetailer
      ? []
      : [{ id: "location", title: t("stock.column.location"), show: ({ barcode }) => barcode } satisfies ShortColumn<Stood>]),
    { id: "lot", title: t("stock.column.lot"), show: ({ lot }) => lot },
    { id: "condition", title: t("stock.column.condition"), show: ({ condition }) => t(`stock.condition.${condition}`) },
    { id: "quantity", title: t("stock.column.quantity"), isNumber: true, show: ({ quantity }) => numberText(quantity, locale) },
  ];
}

function Found({ asked }: { asked: InputOf<typeof stockAt> }) {
  const words = useTranslation();
  const { t, locale } = words;
  const { role } = useCaller();
  const { data, error } = useAnswer(stockAt, asked);
  if (error !== null) return <Notice tone="bad" title={t("stock.stood.unknown")} />;
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  const title = t("stock.stood.at", { at: instantText(data.at, locale) });
  return (
    <div className="stack-tight">
      <h3>{title}</h3>
      <ShortTable
        label={title}
        columns={columnsOf(words, role === "dropShipper")}
        rows={data.result}
        rowKey={({ variant_uuid, location_uuid, lot, condition }) => [variant_uuid, location_uuid, condition, lot].join(" ")}
        empty={t("stock.stood.nothing")}
      />
      {!data.is_complete && <p className="quiet">{t("stock.stood.more")}</p>}
    </div>
  );
}

/** What stood of a SKU, or at a location, at any time. @param variantUuid null: a location is asked for */
export function StoodAt({ variantUuid }: { variantUuid: string | null }) {
  const { t } = useTranslation();
  const [location, setLocation] = useState("");
  const [at, setAt] = useState("");
  const [asked, setAsked] = useState<InputOf<typeof stockAt> | null>(null);
  const moment = momentOf(at);
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
