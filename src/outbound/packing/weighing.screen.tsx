import "./packing.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { LaterCodes } from "#src/warehouse/scanning/later-codes.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { packingPermission } from "./packing.contract.ts";
import type { WeighingMode } from "./use-weighing.ts";
import { useWeighing, weightReasons } from "./use-weighing.ts";
import type { BatchRow } from "./weighing.rules.ts";
import { findRow, isGood } from "./weighing.rules.ts";
import type { Weighing } from "./weighing.store.ts";

type Weighs = ReturnType<typeof useWeighing>;

/** Returns what the person does next. */
function useNextStep({ parcel, measured, question, mode, scale }: Weighs): { instruction: string; label: string; hint?: string } {
  const { t, locale } = useTranslation();
  if (question?.kind === "which") return { instruction: t("packing.ask.whichParcel"), label: t("packing.scan.parcel") };
  if (question?.kind === "reason") return { instruction: t("packing.ask.reason"), label: t("packing.scan.reason") };
  if (parcel === null)
    return { instruction: t(mode === "batch" ? "packing.step.batch" : "packing.step.parcel"), label: t("packing.scan.parcel") };
  if (measured !== null) return { instruction: t("packing.ask.save", { grams: measured.grams }), label: t("packing.scan.weight") };
  if (scale.isSettled) return { instruction: t("packing.step.weigh"), label: t("packing.scan.weight"), hint: t("packing.scale.settled") };
  const { expected_grams, allowed_grams } = parcel;
  const hint =
    expected_grams === null
      ? t("packing.expectedUnknown")
      : t("packing.expected", { grams: formatNumber(expected_grams, locale), allowed: formatNumber(allowed_grams ?? 0, locale) });
  return { instruction: t("packing.step.weigh"), label: t("packing.scan.weight"), hint };
}

function useKeys({ parcel, measured, question, rows, mode, goOn, leave, report }: Weighs): readonly FrameAction[] {
  const { t } = useTranslation();
  const keys: FrameAction[] = [];
  const good = rows.filter(isGood).length;
  if (mode === "batch" && good > 0) keys.push({ kind: "next", label: t("packing.key.post", { count: good }), onPress: goOn });
  if (mode === "confirm" && measured !== null && question === null)
    keys.push({ kind: "next", label: t("packing.key.save"), onPress: goOn });
  if (question?.kind === "reason") keys.push({ kind: "problem", label: t("packing.key.report"), onPress: report });
  if (mode === "batch" && parcel !== null && findRow(rows, parcel) !== undefined)
    keys.push({ kind: "problem", label: t("packing.key.remove"), onPress: report });
  if (parcel !== null) keys.push({ kind: "aside", label: t("packing.key.leaveParcel"), onPress: leave });
  return keys;
}

/** Returns what there is to choose: a parcel of an order, a reason, or what was scanned without network. */
function useChoices({ question, parcel, found, choose }: Weighs) {
  const { t } = useTranslation();
  if (question?.kind === "reason") {
    const options = weightReasons.map((id) => ({ id, title: t(`packing.reason.${id}`) }));
    return { choices: { label: t("packing.ask.reason"), options, onChoose: choose } };
  }
  const offered = question === null ? (parcel === null ? found : []) : question.parcels;
  if (offered.length === 0) return {};
  const options = offered.map(({ parcel_uuid, parcel_number, box_name, piece_count }) => ({
    id: parcel_uuid,
    title: parcel_number,
    detail: [box_name, t("receiving.pieces", { count: piece_count })].filter((part) => part !== "").join(" · "),
  }));
  return { choices: { label: t(question === null ? "packing.scannedBefore" : "packing.ask.whichParcel"), options, onChoose: choose } };
}

/** The parcel on the scale, with its weight readable at arm's length: red if it is not as expected. Otherwise the one before. */
function OnScale({ parcel, measured, last }: Pick<Weighing, "parcel" | "measured" | "last">) {
  const { t, locale } = useTranslation();
  const shown = parcel ?? last?.parcel ?? null;
  if (shown === null) return null;
  const grams = parcel === null ? (last?.grams ?? null) : (measured?.grams ?? null);
  const { parcel_number, order_number, box_name, piece_count, expected_grams, allowed_grams } = shown;
  const about = [order_number, box_name, t("receiving.pieces", { count: piece_count })].filter((part) => part !== "");
  return (
    <section className="packing-order" aria-labelledby="packing-parcel">
      <h2 id="packing-parcel" translate="no">
        {parcel_number}
      </h2>
      {grams !== null && (
        <p className={measured?.isOff === true ? "packing-last packing-off" : "packing-last"}>
          {t("packing.grams", { grams: formatNumber(grams, locale) })}
        </p>
      )}
      {measured?.isOff === true && expected_grams !== null && (
        <p className="packing-off">
          {t("packing.off", { grams: formatNumber(expected_grams, locale), allowed: formatNumber(allowed_grams ?? 0, locale) })}
        </p>
      )}
      {parcel === null && <p>{t("packing.lastWeighed")}</p>}
      <p className="quiet">{about.join(" · ")}</p>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

type RowActions = Pick<Weighs, "weighAgain" | "remove">;

/** Lists the columns of a batch's table. */
function listColumns(t: Translate, locale: string, { weighAgain, remove }: RowActions): ShortColumn<BatchRow>[] {
  const toGrams = (grams: number | null) => (grams === null ? "" : t("packing.grams", { grams: formatNumber(grams, locale) }));
  return [
    { id: "parcel", title: t("packing.batch.parcel"), show: ({ parcel }) => parcel.parcel_number },
    { id: "expected", title: t("packing.batch.expected"), isNumber: true, show: ({ parcel }) => toGrams(parcel.expected_grams) },
    { id: "measured", title: t("packing.batch.measured"), isNumber: true, show: ({ measured }) => toGrams(measured.grams) },
    { id: "result", title: t("packing.batch.result"), show: (row) => <BatchResult row={row} /> },
    {
      id: "actions",
      title: t("packing.batch.actions"),
      show: ({ parcel, isSent }) =>
        isSent ? null : (
          <div className="row">
            <Button aria-label={t("packing.batch.weighAgainOf", { parcel: parcel.parcel_number })} onClick={() => weighAgain(parcel)}>
              {t("packing.batch.weighAgain")}
            </Button>
            <Button aria-label={t("packing.batch.removeOf", { parcel: parcel.parcel_number })} onClick={() => remove(parcel)}>
              {t("packing.batch.remove")}
            </Button>
          </div>
        ),
    },
  ];
}

function BatchResult({ row }: { readonly row: BatchRow }) {
  const { t } = useTranslation();
  if (row.isSent) return <StatusTag tone="warn" text={t("packing.batch.onItsWay")} />;
  if (row.refusal !== "") return <StatusTag tone="bad" text={row.refusal} />;
  return <StatusTag tone={isGood(row) ? "good" : "bad"} text={t(isGood(row) ? "packing.batch.isGood" : "packing.batch.isOff")} />;
}

/** The parcels of a batch: expected and measured weight of each. */
function BatchTable({ rows, ...actions }: Pick<Weighing, "rows"> & RowActions) {
  const { t, locale } = useTranslation();
  return (
    <ShortTable<BatchRow>
      label={t("packing.batch.title")}
      rows={rows}
      rowKey={({ parcel }) => parcel.parcel_uuid}
      empty={t("packing.batch.empty")}
      columns={listColumns(t, locale, actions)}
    />
  );
}

const titles = {
  confirm: "navigation.weighing",
  express: "navigation.expressWeighing",
  batch: "navigation.batchWeighing",
} as const satisfies Record<WeighingMode, string>;

function WeighingFrame({ mode }: { readonly mode: WeighingMode }) {
  const { t } = useTranslation();
  const weighs = useWeighing(mode);
  const { parcel, measured, last, rows, session, scan, scale, question, laterCodes, warehouse, weighAgain, remove } = weighs;
  const { instruction, label, hint } = useNextStep(weighs);
  const rules = useScannerRules(warehouse === "" ? null : warehouse);
  return (
    <HandHeldFrame
      title={t(titles[mode])}
      instruction={instruction}
      hint={hint}
      session={session}
      permission={packingPermission}
      scan={{ label, asksNumber: parcel !== null && question === null, onScan: scan, takesRepeats: true, ...rules }}
      actions={useKeys(weighs)}
      {...useChoices(weighs)}
    >
      <OnScale parcel={parcel} measured={measured} last={mode === "batch" ? null : last} />
      <LaterCodes codes={laterCodes} />
      {mode === "batch" && <BatchTable rows={rows} weighAgain={weighAgain} remove={remove} />}
      {scale.isSupported && !scale.isConnected && (
        <div>
          <Button onClick={() => void scale.connect()}>{t("packing.scale.connect")}</Button>
        </div>
      )}
      {scale.isConnected && <p className="quiet">{t("packing.scale.connected")}</p>}
    </HandHeldFrame>
  );
}

/** Weighing of one parcel: its weight is confirmed. */
export function WeighingScreen() {
  return <WeighingFrame mode="confirm" />;
}

/** Express weighing: a weight as expected saves itself. */
export function ExpressWeighingScreen() {
  return <WeighingFrame mode="express" />;
}

/** Batch weighing: many parcels are weighed, and the good ones saved together. */
export function BatchWeighingScreen() {
  return <WeighingFrame mode="batch" />;
}
