import { useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { generateLocations, previewGeneration } from "./generator.contract.ts";
import type { Generated } from "./generator.rules.ts";
import { generate, getDefaultPattern, usesWarehouseCode, walks } from "./generator.rules.ts";
import { listLocations } from "./locations.contract.ts";
import { queryStorageDefinition } from "./warehouses.contract.ts";
import type { WarehouseNode } from "./warehouses.contract.ts";
import { shelfTypes } from "./warehouses.rules.ts";

const settlesAfterMs = 400;
const shownCodes = 3;

const { capacity_ml: _, capacity_grams: __, warehouse_uuid: ___, ...shape } = generateLocations.input.shape;
const schema = z.strictObject({
  ...shape,
  litres: z.number().min(0.001).max(1_000_000_000).optional(),
  grams: z.int().min(1).max(1_000_000_000_000).optional(),
  /** renders the preview, holds no value */
  preview: z.undefined().optional(),
});

/** Converts the form's values to the call's input; null while they are incomplete. */
function toGenerationInput(values: Values, warehouseUuid: string) {
  const parsed = schema.safeParse(values);
  if (!parsed.success) return null;
  const { litres, grams, preview: ____, ...input } = parsed.data;
  return {
    ...input,
    warehouse_uuid: warehouseUuid,
    ...(litres === undefined ? {} : { capacity_ml: Math.round(litres * 1000) }),
    ...(grams === undefined ? {} : { capacity_grams: grams }),
  };
}

function useDebounced<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ value, key });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value, key }), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [value, key]);
  return settled.value;
}

/** The first and last codes that would be created. */
function Codes({ of }: { of: Generated }) {
  const { t } = useTranslation();
  const all = of.locations.map(({ barcode }) => barcode);
  const first = all.slice(0, shownCodes).join(", ");
  const last = all.slice(shownCodes).slice(-shownCodes).join(", ");
  const codesText = last === "" ? first : t("warehouses.generate.fromTo", { first, last });
  return <p>{t("warehouses.generate.count", { count: all.length, codes: codesText })}</p>;
}

/** Previews what would be created: computed here at once, then checked against existing locations. */
function Preview({ values, warehouse }: { values: Values; warehouse: WarehouseNode }) {
  const { t } = useTranslation();
  const { language } = useAppearance();
  const key = JSON.stringify(values);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was written from such a value
  const input = useMemo(() => toGenerationInput(JSON.parse(key) as Values, warehouse.warehouse_uuid), [key, warehouse.warehouse_uuid]);
  const made = useMemo(() => (input === null ? null : generate(input, warehouse.code)), [input, warehouse.code]);
  const settled = useDebounced(input, key);
  const isAsked = settled !== null && settled === input && made?.ok === true;
  const { data, error } = useCallQuery(
    previewGeneration,
    settled ?? {
      warehouse_uuid: warehouse.warehouse_uuid,
      partitions: "A",
      first_shelf: 1,
      last_shelf: 1,
      bays: 1,
      levels: 1,
      pattern: "{S}",
    },
    { enabled: isAsked },
  );
  if (made === null) return <p className="quiet">{t("warehouses.generate.fill")}</p>;
  if (!made.ok) return <p className="warehouse-bad">{getCodeTexts(made.problem)[language]}</p>;
  return (
    <div className="stack" aria-live="polite">
      <Codes of={made.value} />
      {isAsked && error !== null ? (
        <p className="warehouse-bad">{getProblemTexts(error)?.[language]}</p>
      ) : (
        <Answer of={isAsked ? data : undefined} />
      )}
    </div>
  );
}

function Answer({ of }: { of: OutputOf<typeof previewGeneration> | undefined }) {
  const { t } = useTranslation();
  if (of === undefined) return <p className="quiet">{t("warehouses.generate.checking")}</p>;
  const { clash_count, clashes, new_partition_count: partitions, new_shelf_count: shelves } = of;
  if (clash_count === 0) return <p className="quiet">{t("warehouses.generate.free", { partitions, shelves })}</p>;
  return (
    <p className="warehouse-bad">
      {t("warehouses.generate.clashes", { count: clash_count, codes: clashes.slice(0, shownCodes).join(", ") })}
    </p>
  );
}

const text = { kind: "text", isRequired: true, autoComplete: "off" } as const;
const number = { kind: "number", isRequired: true } as const;
/** Entered in m, stored in mm. */
const metres = { ...number, unit: "warehouses.unit.metres", per: 1000, digits: 3 } as const;

function generatorForm(warehouse: WarehouseNode, hasCode: boolean) {
  return defineForm({
    name: "warehouses.generate",
    schema,
    submit: "warehouses.generate.submit",
    refusalsAt: {
      "warehouses.partitionsShape": "partitions",
      "warehouses.rangeShape": "last_shelf",
      "warehouses.patternMisses": "pattern",
    },
    groups: [
      {
        title: "warehouses.generate.group.codes",
        fields: ["partitions", "first_shelf", "last_shelf", "bays", "levels", "pattern", "digits", "walk", "preview"],
      },
      { title: "warehouses.generate.group.locations", fields: ["type", "litres", "grams"] },
      { title: "warehouses.generate.group.measures", fields: ["bay_width_mm", "shelf_depth_mm", "aisle_mm"] },
    ],
    fields: {
      partitions: {
        ...text,
        isWide: true,
        label: "warehouses.generate.partitions",
        hint: "warehouses.generate.partitionsHint",
        maxLength: 200,
      },
      first_shelf: { ...number, label: "warehouses.generate.firstShelf" },
      last_shelf: { ...number, label: "warehouses.generate.lastShelf" },
      bays: { ...number, label: "warehouses.generate.bays" },
      levels: { ...number, label: "warehouses.generate.levels" },
      pattern: {
        ...text,
        isWide: true,
        label: "warehouses.generate.pattern",
        hint: "warehouses.generate.patternHint",
        maxLength: 60,
        follows: ({ levels }) => getDefaultPattern({ levels: Number(levels), hasCode }),
      },
      digits: { ...number, label: "warehouses.generate.digits" },
      walk: {
        kind: "choice",
        isWide: true,
        label: "warehouses.generate.walk",
        options: walks.map((walk) => ({ value: walk, text: `warehouses.walk.${walk}` as const })),
      },
      preview: {
        kind: "custom",
        isWide: true,
        label: "warehouses.generate.preview",
        render: ({ values, id, label }) => (
          <FieldGroup id={id} label={label} className="form-field-wide">
            <Preview values={values} warehouse={warehouse} />
          </FieldGroup>
        ),
      },
      type: {
        kind: "choice",
        label: "warehouses.generate.type",
        options: shelfTypes.map((type) => ({ value: type, text: `warehouses.type.${type}` as const })),
      },
      litres: {
        kind: "number",
        label: "warehouses.generate.litres",
        hint: "warehouses.location.notLimited",
        unit: "warehouses.unit.litres",
        digits: 3,
      },
      grams: { kind: "number", label: "warehouses.generate.grams", hint: "warehouses.location.notLimited", unit: "warehouses.unit.grams" },
      bay_width_mm: { ...metres, label: "warehouses.generate.bayWidth" },
      shelf_depth_mm: { ...metres, label: "warehouses.generate.shelfDepth" },
      aisle_mm: { ...metres, label: "warehouses.generate.aisle" },
    },
    send: async (values, { client }) => {
      const input = toGenerationInput(values, warehouse.warehouse_uuid);
      if (input === null) throw new Error("warehouses: validated input is invalid");
      return client.call(generateLocations, input);
    },
  });
}

/** Finds a shelf with locations; none if only floor locations exist. */
function findShelf({ partitions }: WarehouseNode) {
  return partitions.flatMap(({ shelves }) => shelves).find(({ location_count }) => location_count > 0);
}

interface DialogProps {
  readonly warehouse: WarehouseNode;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Creates many locations at once, with a preview. */
export function GeneratorDialog(props: DialogProps) {
  const { t } = useTranslation();
  const { warehouse, onClose } = props;
  const { warehouse_uuid, code } = warehouse;
  const all = useCallQuery(queryStorageDefinition, {});
  const shelf = findShelf(warehouse);
  const onShelf = useCallQuery(listLocations, { shelf_uuid: shelf?.shelf_uuid, page_size: 1 }, { enabled: shelf !== undefined });
  const isKnown = !all.isLoading && !onShelf.isLoading;
  const hasOthers = all.data?.result.some((one) => one.warehouse_uuid !== warehouse_uuid && findShelf(one) !== undefined) ?? false;
  const hasCode = usesWarehouseCode(code, onShelf.data?.result[0]?.barcode ?? null, hasOthers);
  return (
    <FormDialog isWide title={t("warehouses.generate.title", { name: warehouse.name })} onClose={onClose}>
      {isKnown ? <Generator {...props} hasCode={hasCode} /> : <p className="quiet">{t("ui.loading")}</p>}
    </FormDialog>
  );
}

function Generator({ warehouse, hasCode, onChanged, onClose }: DialogProps & { hasCode: boolean }) {
  const { t } = useTranslation();
  const form = useMemo(() => generatorForm(warehouse, hasCode), [warehouse, hasCode]);
  return (
    <Form
      of={form}
      subject={warehouse.warehouse_uuid}
      initial={{
        partitions: "A",
        first_shelf: 1,
        last_shelf: 4,
        bays: 6,
        levels: 1,
        pattern: getDefaultPattern({ levels: 1, hasCode }),
        digits: 2,
        walk: "serpentine",
        type: "pick",
        bay_width_mm: 1000,
        shelf_depth_mm: 600,
        aisle_mm: 2000,
      }}
      onDone={({ location_count }) => {
        useToasts.getState().show("good", t("warehouses.generate.done", { count: location_count }));
        onChanged();
        onClose();
      }}
    />
  );
}
