import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { createStocktake } from "./stocktake.contract.ts";

function WarehouseField({ value, onChange, ...field }: CustomFieldProps<Record<string, unknown>>) {
  const warehouses = useCallQuery(queryStorage, { page_size: 200, is_closed: false }).data?.result ?? [];
  return (
    <Select
      {...field}
      value={typeof value === "string" ? value : ""}
      options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

const { remark } = createStocktake.input.shape;
const location = z.string().trim().max(80).default("");

/** Parses SKUs, one per line. */
function parseSkus(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}

const planForm = defineForm({
  name: "stock.plan",
  keepsDraft: false,
  schema: z.object({
    warehouse_uuid: z.uuid(),
    scope: z.enum(["all", "range", "skus"]).default("all"),
    from_location: location,
    to_location: location,
    skus: z.string().max(60_000).default(""),
    is_blind: z.boolean().default(true),
    remark,
  }),
  submit: "stock.stocktake.new.submit",
  fields: {
    warehouse_uuid: {
      kind: "custom",
      label: "stock.stocktake.new.warehouse",
      isRequired: true,
      render: (props) => <WarehouseField {...props} />,
    },
    scope: {
      kind: "choice",
      look: "radio",
      label: "stock.stocktake.new.scope",
      options: [
        { value: "all", text: "stock.stocktake.new.all" },
        { value: "range", text: "stock.stocktake.new.range" },
        { value: "skus", text: "stock.stocktake.new.skus" },
      ],
    },
    from_location: { kind: "text", label: "stock.stocktake.new.from", when: ({ scope }) => scope === "range", maxLength: 80 },
    to_location: {
      kind: "text",
      label: "stock.stocktake.new.to",
      hint: "stock.stocktake.new.rangeHint",
      when: ({ scope }) => scope === "range",
      maxLength: 80,
    },
    skus: { kind: "lines", label: "stock.stocktake.new.skuList", when: ({ scope }) => scope === "skus" },
    is_blind: { kind: "switch", label: "stock.stocktake.new.blind", hint: "stock.stocktake.new.blindHint" },
    remark: { kind: "text", label: "stock.stocktake.new.remark", maxLength: 500 },
  },
  send({ warehouse_uuid, scope, from_location, to_location, skus, is_blind, remark: said }, { client }) {
    const range = {
      ...(from_location === "" ? {} : { from_location }),
      ...(to_location === "" ? {} : { to_location }),
    };
    const part = scope === "range" ? range : scope === "skus" ? { skus: parseSkus(skus) } : {};
    return client.call(createStocktake, { warehouse_uuid, is_blind, remark: said, ...part });
  },
});

/** Plans a stocktake. @param onDone receives its id */
export function PlanStocktakeDialog({ onDone, onClose }: { onDone: (stocktakeUuid: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("stock.stocktake.new.title")} onClose={onClose}>
      <Form
        of={planForm}
        initial={{ scope: "all", is_blind: true }}
        onDone={({ stocktake_uuid, stocktake_number: number }) => {
          useToasts.getState().show("good", t("stock.stocktake.new.done", { number }));
          onDone(stocktake_uuid);
        }}
      />
    </FormDialog>
  );
}
