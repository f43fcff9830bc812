import "./warehouses-field.css";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CheckboxGroup } from "#src/kit/ui/checkbox-group.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { toBinding } from "./binding.rules.ts";
import { listBindableWarehouses } from "./operators.contract.ts";

const choices = ["all", "some"] as const;

/** The warehouses that an operator sees: all of them, or those that are chosen. */
export function WarehousesField({ value, onChange, onLeave, error, ...field }: CustomFieldProps<object>) {
  const { t } = useTranslation();
  const { data } = useCallQuery(listBindableWarehouses, {});
  const binding = toBinding(value);
  const options = (data?.result ?? []).map(({ warehouse_uuid, name, is_closed }) => ({
    value: warehouse_uuid,
    text: is_closed ? t("operators.warehouses.closed", { name }) : name,
  }));
  return (
    <div className="warehouses-field">
      <RadioGroup
        id={field.id}
        label={field.label}
        options={choices.map((choice) => ({
          value: choice,
          text: t(`operators.warehouses.${choice}`),
          hint: t(`operators.warehouses.${choice}Hint`),
        }))}
        value={binding === null ? "all" : "some"}
        error={binding === null ? error : undefined}
        onValue={(choice) => onChange(choice === "all" ? null : [])}
      />
      {binding !== null && (
        <CheckboxGroup
          label={t("operators.warehouses.which")}
          isLabelHidden
          className="warehouses-chosen"
          options={options}
          value={binding}
          error={error}
          onValue={(chosen) => {
            onChange(chosen);
            onLeave();
          }}
        />
      )}
    </div>
  );
}
