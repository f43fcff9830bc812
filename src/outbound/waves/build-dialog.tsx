import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { buildWave } from "./waves.contract.ts";
import { mostOrdersInWave } from "./waves.rules.ts";
import type { WaveKind } from "./waves.rules.ts";

/** What a wave is to be built of. */
export interface BuildWish {
  readonly warehouseUuid: string;
  readonly kind: WaveKind;
  /** empty: by the kind alone */
  readonly strategy: string;
  readonly maxOrders: number;
  readonly maxPieces: number;
}

/** A wave that was built. */
export interface Built {
  readonly wave_uuid: string;
  readonly wave_number: string;
  readonly order_count: number;
}

const mostPieces = 1_000_000;

function buildForm({ warehouseUuid, kind, strategy }: BuildWish) {
  return defineForm({
    name: "waves.build",
    keepsDraft: false,
    schema: z.object({ max_orders: z.int().min(1).max(mostOrdersInWave), max_pieces: z.int().min(1).max(mostPieces) }),
    submit: "waves.build",
    fields: {
      max_orders: { kind: "number", label: "waves.maxOrders", min: 1, max: mostOrdersInWave, isRequired: true },
      max_pieces: { kind: "number", label: "waves.maxPieces", min: 1, max: mostPieces, isRequired: true },
    },
    send: (values, { client }) =>
      client.call(buildWave, { warehouse_uuid: warehouseUuid, ...(strategy === "" ? { kind } : { strategy }), ...values }),
  });
}

/** Asks for the limits of a wave, and builds it from the pool. */
export function BuildDialog({ wish, onDone, onClose }: { wish: BuildWish; onDone: (built: Built) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => buildForm(wish), [wish]);
  const { kind, strategy, maxOrders, maxPieces } = wish;
  return (
    <FormDialog title={t("waves.buildOf", { name: strategy === "" ? t(`waves.kind.${kind}`) : strategy })} onClose={onClose}>
      <p>{t("waves.asks.build")}</p>
      <Form of={form} initial={{ max_orders: maxOrders, max_pieces: maxPieces }} onDone={onDone} />
    </FormDialog>
  );
}
