import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { announceReturn, getReturnable } from "./returns.contract.ts";
import type { ReturnableLine } from "./returns.contract.ts";
import { returnReasons } from "./returns.rules.ts";

interface DialogProps {
  readonly orderUuid: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const keyOf = ({ variant_uuid, stock_owner_uuid }: Pick<ReturnableLine, "variant_uuid" | "stock_owner_uuid">): string =>
  `${variant_uuid} ${stock_owner_uuid}`;

type Pieces = Readonly<Record<string, number | null>>;
/** The value of the field of lines, which it sets itself. */
const toPieces = (value: unknown): Pieces => z.record(z.string(), z.number().nullable()).catch({}).parse(value);

/** How many pieces of each product come back. */
function PiecesField({ lines, value, error, onChange }: CustomFieldProps<Values> & { readonly lines: readonly ReturnableLine[] }) {
  const { t, locale } = useTranslation();
  const pieces = toPieces(value);
  return (
    <fieldset className="return-pieces">
      <legend>{t("returns.field.pieces")}</legend>
      {lines.map((line) => (
        <div key={keyOf(line)} className="return-piece">
          <span className="stack-tight">
            <strong translate="no">{line.sku}</strong>
            <span className="quiet small">{`${line.title} · ${t("returns.left", { left: formatNumber(line.left, locale), of: formatNumber(line.shipped, locale) })}`}</span>
          </span>
          <NumberField
            label={t("returns.field.piecesOf", { sku: line.sku })}
            isLabelHidden
            value={pieces[keyOf(line)] ?? null}
            min={0}
            max={line.left}
            onNumber={(quantity) => onChange({ ...pieces, [keyOf(line)]: quantity })}
          />
        </div>
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

function announceForm(order_uuid: string, lines: readonly ReturnableLine[]) {
  return defineForm({
    name: "returns.announce",
    keepsDraft: false,
    schema: z.object({
      // Without lines, the call announces all that is left.
      pieces: z
        .record(z.string(), z.int().min(0).nullable())
        .refine((pieces) => Object.values(pieces).some((quantity) => (quantity ?? 0) > 0), { params: { text: "returns.piecesMissing" } }),
      reason: z.enum(returnReasons),
      tracking_number: z.string().trim().max(60),
      remark: z.string().trim().max(500),
    }),
    submit: "returns.step.announce",
    fields: {
      pieces: { kind: "custom", label: "returns.field.pieces", isWide: true, render: (props) => <PiecesField {...props} lines={lines} /> },
      reason: {
        kind: "choice",
        label: "returns.column.reason",
        isRequired: true,
        options: returnReasons.map((value) => ({ value, text: `returns.reason.${value}` as const })),
      },
      tracking_number: { kind: "text", label: "returns.column.tracking", autoComplete: "off" },
      remark: { kind: "lines", label: "returns.column.remark", maxLength: 500, isWide: true },
    },
    refusalsAt: { "returns.moreThanShipped": "pieces" },
    send: ({ pieces, ...values }, { client }) =>
      client.call(announceReturn, {
        order_uuid,
        ...values,
        lines: lines.flatMap(({ variant_uuid, stock_owner_uuid }) => {
          const quantity = pieces[keyOf({ variant_uuid, stock_owner_uuid })] ?? 0;
          return quantity > 0 ? [{ variant_uuid, stock_owner_uuid, quantity }] : [];
        }),
      }),
  });
}

function AnnounceForm({ orderUuid, lines, onDone }: { orderUuid: string; lines: readonly ReturnableLine[]; onDone: () => void }) {
  const form = useMemo(() => announceForm(orderUuid, lines), [orderUuid, lines]);
  const initial = { pieces: Object.fromEntries(lines.map((line) => [keyOf(line), line.left])), reason: "not_wanted" as const };
  return <Form of={form} initial={initial} onDone={onDone} />;
}

/** Announces that goods of a shipped order come back. */
export function AnnounceDialog({ orderUuid, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getReturnable, { order_uuid: orderUuid });
  const left = data?.lines.filter((line) => line.left > 0);
  // Drawn when it is known what can come back: it would grow before the eyes otherwise.
  if (left === undefined && error === null) return null;
  return (
    <FormDialog title={t("returns.step.announce")} isWide onClose={onClose}>
      {left === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : left.length === 0 ? (
        <p>{t("returns.nothingLeft")}</p>
      ) : (
        <>
          <p>{t("returns.asks.announce")}</p>
          <AnnounceForm orderUuid={orderUuid} lines={left} onDone={onDone} />
        </>
      )}
    </FormDialog>
  );
}
