import "./rights-field.css";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { rightGroups, toRights, getShare, withRights } from "./rights.rules.ts";

/** An operator's rights in groups, each right with its description; toggles a right, a group, or all. */
export function RightsField({ value, onChange, onLeave, ...field }: CustomFieldProps<object>) {
  const { t } = useTranslation();
  const now = toRights(value);
  const give = (rights: readonly Permission[], isGiven: boolean) => {
    onChange(withRights(now, rights, isGiven));
    onLeave();
  };
  return (
    <FieldGroup {...field}>
      <div className="rights">
        <div className="row row-apart">
          <span className="quiet number" aria-live="polite">
            {t("operators.choose.chosen", { count: now.length, of: permissions.length })}
          </span>
          <span className="row">
            <Button onPress={() => give(permissions, true)}>{t("operators.choose.all")}</Button>
            <Button onPress={() => give(permissions, false)}>{t("operators.choose.none")}</Button>
          </span>
        </div>
        {rightGroups.map((group) => (
          <RightGroup key={group.id} fieldId={field.id} group={group} now={now} give={give} />
        ))}
      </div>
    </FieldGroup>
  );
}

interface RightGroupProps {
  readonly fieldId: string;
  readonly group: (typeof rightGroups)[number];
  readonly now: readonly Permission[];
  readonly give: (rights: readonly Permission[], isGiven: boolean) => void;
}

function RightGroup({ fieldId, group, now, give }: RightGroupProps) {
  const { t } = useTranslation();
  const share = getShare(now, group.rights);
  const nameId = `${fieldId}-${group.id}`;
  return (
    <div className="rights-group" role="group" aria-labelledby={nameId}>
      <Checkbox
        id={nameId}
        className="rights-group-name"
        label={t(`operators.group.${group.id}`)}
        isChecked={share === "all"}
        isMixed={share === "some"}
        onChecked={() => give(group.rights, share !== "all")}
      />
      <div className="rights-list">
        {group.rights.map((right) => (
          <Checkbox
            key={right}
            label={t(`operators.right.${right}.name`)}
            isChecked={now.includes(right)}
            onChecked={(isGiven) => give([right], isGiven)}
          >
            <span className="rights-opens">{t(`operators.right.${right}.opens`)}</span>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
