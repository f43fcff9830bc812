import "./rights-field.css";
import { Button, Checkbox } from "antd";
import type { Permission } from "#src/api/actors.ts";
import { permissions } from "#src/api/actors.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { rightGroups, rightsOf, shareOf, withRights } from "./rights.rules.ts";

interface RightsFieldProps {
  /** of the field, so that the ids inside are its own */
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (rights: Permission[]) => void;
  readonly onLeave: () => void;
}

/** What an operator may do, in groups: each right says what it opens; a group, or all of them, at one press. */
export function RightsField({ id, value, onChange, onLeave }: RightsFieldProps) {
  const { t } = useTranslation();
  const now = rightsOf(value);
  const give = (rights: readonly Permission[], isGiven: boolean) => {
    onChange(withRights(now, rights, isGiven));
    onLeave();
  };
  return (
    <div className="rights">
      <div className="row row-apart">
        <span className="quiet number" aria-live="polite">
          {t("operators.choose.chosen", { count: now.length, of: permissions.length })}
        </span>
        <span className="row">
          <Button size="small" onClick={() => give(permissions, true)}>
            {t("operators.choose.all")}
          </Button>
          <Button size="small" onClick={() => give(permissions, false)}>
            {t("operators.choose.none")}
          </Button>
        </span>
      </div>
      {rightGroups.map((group) => (
        <RightGroup key={group.id} fieldId={id} group={group} now={now} give={give} />
      ))}
    </div>
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
  const share = shareOf(now, group.rights);
  const nameId = `${fieldId}-${group.id}`;
  return (
    <div className="rights-group" role="group" aria-labelledby={nameId}>
      <Checkbox checked={share === "all"} indeterminate={share === "some"} onChange={() => give(group.rights, share !== "all")}>
        <span id={nameId} className="rights-group-name">
          {t(`operators.group.${group.id}`)}
        </span>
      </Checkbox>
      <div className="rights-list">
        {group.rights.map((right) => (
          <Checkbox key={right} checked={now.includes(right)} onChange={() => give([right], !now.includes(right))}>
            <span className="rights-name">{t(`operators.right.${right}.name`)}</span>
            <span className="rights-opens">{t(`operators.right.${right}.opens`)}</span>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
