import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { GoodsFace, useGoodsOption } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useWaitingInputs } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useCountingInstruction } from "./use-counting-instruction.ts";
import { countStock, getStocktake, stocktakeLocation } from "./stocktake.contract.ts";
import type { StocktakeLine } from "./stocktake.contract.ts";
import { hidesFirstCount } from "./stocktake.rules.ts";
import { useStocktakeCount } from "./use-stocktake-count.ts";

type Counting = ReturnType<typeof useStocktakeCount>;
type Words = ReturnType<typeof useTranslation>;
type CountedLocation = OutputOf<typeof stocktakeLocation>;

/** In a blind count, expected quantities are hidden. */
function getColumns({ t, locale }: Words, data: CountedLocation): ShortColumn<StocktakeLine>[] {
  const figure = (value: number | null) => (value === null ? "" : formatNumber(value, locale));
  return [
    { id: "sku", title: t("stock.column.sku"), show: (line) => <GoodsFace goods={line} /> },
    { id: "lot", title: t("stock.column.lot"), show: ({ lot }) => lot },
    { id: "condition", title: t("stock.column.condition"), show: ({ condition }) => t(`stock.condition.${condition}`) },
    ...(data.is_blind
      ? []
      : [
          {
            id: "expected",
            title: t("stock.stocktake.column.expected"),
            isNumber: true,
            show: ({ expected }) => figure(expected),
          } satisfies ShortColumn<StocktakeLine>,
        ]),
    ...(hidesFirstCount(data)
      ? []
      : [
          {
            id: "counted",
            title: t("stock.stocktake.column.counted"),
            isNumber: true,
            show: ({ counted }) => figure(counted),
          } satisfies ShortColumn<StocktakeLine>,
        ]),
    ...(data.status === "recount"
      ? [
          {
            id: "recounted",
            title: t("stock.stocktake.column.recounted"),
            isNumber: true,
            show: ({ recounted }) => figure(recounted),
          } satisfies ShortColumn<StocktakeLine>,
        ]
      : []),
  ];
}

function Here({ stocktakeUuid, location, round }: { stocktakeUuid: string; location: string; round: RoundProps["round"] }) {
  const words = useTranslation();
  const { t } = words;
  const { data } = useCallQuery(stocktakeLocation, { stocktake_uuid: stocktakeUuid, location }, { staleTime: 0 });
  // The cached data of the first round contains its counts.
  if (data === undefined || (data.status === "recount") !== (round === "second")) return null;
  const isBlindRecount = hidesFirstCount(data);
  return (
    <ShortTable
      label={t(isBlindRecount ? "stock.counting.recountLines" : "stock.counting.lines")}
      columns={getColumns(words, data)}
      rows={data.lines}
      rowKey={({ line_uuid }) => line_uuid}
      empty={t(isBlindRecount ? "stock.counting.noRecountLines" : "stock.counting.noLines")}
    />
  );
}

/** Returns the keys of the current state. A question has only the key for yes. */
function useKeys({ location, question, last, begin, finish, confirmOutside }: Counting, onBack: () => void): readonly FrameAction[] {
  const { t } = useTranslation();
  const leave: FrameAction = { kind: "aside", label: t("stock.counting.key.leave"), onPress: onBack };
  if (question?.kind === "outside") {
    const label = t("stock.counting.key.outside", { location: question.place.barcode });
    return [{ kind: "next", label, onPress: confirmOutside }, leave];
  }
  if (question !== null) return [leave];
  return [
    { kind: "quantity", label: t("scanning.key.quantity"), onPress: begin, isDisabled: last === null },
    { kind: "next", label: t("stock.counting.key.finish"), onPress: finish, isDisabled: location === null },
    leave,
  ];
}

interface RoundProps {
  readonly uuid: string;
  readonly round: "first" | "second";
  /** null if unknown without the server */
  readonly warehouseUuid: string | null;
  readonly onBack: () => void;
}

function Round({ uuid, round, warehouseUuid, onBack }: RoundProps) {
  const { t } = useTranslation();
  const counting = useStocktakeCount(uuid, round);
  const { session, location, question, scan, choose } = counting;
  const actions = useKeys(counting, onBack);
  const rules = useScannerRules(warehouseUuid);
  const toOption = useGoodsOption();
  const unsent = useWaitingInputs(countStock).filter((count) => count.stocktake_uuid === uuid && count.location === location?.uuid).length;
  const { instruction, label, code, hint } = useCountingInstruction(counting);
  return (
    <HandHeldFrame
      title={t("stock.counting.title")}
      instruction={instruction}
      code={code}
      hint={hint}
      session={session}
      permission="goods"
      scan={{ label, asksNumber: question?.kind === "number", onScan: scan, takesRepeats: true, ...rules }}
      actions={actions}
      {...(question?.kind === "what"
        ? {
            choices: {
              label: instruction,
              options: (["product", "location"] as const).map((id) => ({
                id,
                title: t(`stock.counting.is.${id}`, { code: question.count.code }),
              })),
              onChoose: choose,
            },
          }
        : {})}
      {...(question?.kind === "product"
        ? {
            choices: {
              label: instruction,
              options: question.choices.map((choice) => toOption(choice.variant_uuid, choice, { more: choice.owner_name })),
              onChoose: choose,
            },
          }
        : {})}
    >
      {unsent > 0 && <StatusTag tone="warn" text={t("stock.counting.unsent", { count: unsent })} />}
      {location !== null && <Here stocktakeUuid={uuid} location={location.uuid} round={round} />}
    </HandHeldFrame>
  );
}

/** Counting by scan: a location, then its goods, piece by piece or by number. A recount is a separate screen. */
export function CountingScreen({ uuid, onBack }: { uuid: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { data: stocktake, error } = useCallQuery(getStocktake, { stocktake_uuid: uuid });
  if (stocktake === undefined && error === null) return <p className="quiet">{t("ui.loading")}</p>;
  const round = stocktake?.status === "recount" ? "second" : "first";
  return <Round key={round} uuid={uuid} round={round} warehouseUuid={stocktake?.warehouse_uuid ?? null} onBack={onBack} />;
}
