import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import { copyText } from "#src/kit/ui/copy-text.ts";
import type { Action, ActionTools, BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { revokePin } from "#src/company/shared-device/shared-device.contract.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Operator } from "./operators.contract.ts";
import { inviteOperator, listOperators, setOperatorsBlocked } from "./operators.contract.ts";
import { operatorsActions } from "./operators.actions.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";

/** The open dialog. */
export type OperatorDialog = { readonly kind: "invite" } | { readonly kind: "rights"; readonly operator: Operator };

const statusTones = { invited: "normal", active: "good", blocked: "bad" } as const;
const mostAtOnce = 200;

/** Returns the name by which people know an operator. */
export function getOperatorName({ username, display_name, email }: Operator): string {
  return username || display_name || email;
}

function formatRights({ permissions: granted }: Operator, t: Translate): string {
  if (granted.length === 0) return t("operators.rights.none");
  if (granted.length === permissions.length) return t("operators.rights.all");
  return t("operators.rights.some", { count: granted.length, of: permissions.length });
}

function formatWarehouses({ warehouses }: Operator, t: Translate): string {
  return warehouses.length === 0 ? t("operators.rights.all") : warehouses.map(({ name }) => name).join(t("operators.warehouses.separator"));
}

async function setBlocked({ rows, caller: { client }, reload }: ActionTools<Operator>, blocked: boolean): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: mostAtOnce,
    id: ({ user_uuid }) => user_uuid,
    label: getOperatorName,
    perform: (part) => client.call(setOperatorsBlocked, { user_uuids: part.map(({ user_uuid }) => user_uuid), blocked }, { isQuiet: true }),
  });
  reload();
  return result;
}

/** The mail is in the provider's current language. */
async function inviteAgain({ rows: [row], caller, t, reload }: ActionTools<Operator>): Promise<void> {
  if (row === undefined) return;
  const { email, display_name, permissions: granted, warehouses } = row;
  const { language } = useAppearance.getState();
  await caller.client.call(inviteOperator, {
    email,
    display_name,
    permissions: granted,
    warehouse_uuids: warehouses.map(({ warehouse_uuid }) => warehouse_uuid),
    language,
  });
  useToasts.getState().show("good", t("operators.done.invitedAgain", { email }));
  reload();
}

/** Removes an operator's PIN and badge for shared hand-helds: a badge was lost, or the operator must sign in by password again. */
async function removePin({ rows: [row], caller, t }: ActionTools<Operator>): Promise<void> {
  if (row === undefined) return;
  await caller.client.call(revokePin, { user_uuid: row.user_uuid });
  useToasts.getState().show("good", t("operators.done.pinTaken", { name: getOperatorName(row) }));
}

async function copyEmails({ rows, t }: ActionTools<Operator>): Promise<void> {
  const emails = rows.map(({ email }) => email);
  const { show } = useToasts.getState();
  if (await copyText(emails.join(", "))) show("good", t("operators.done.copied", { count: emails.length }));
  else show("bad", clientTexts.copyFailed[useAppearance.getState().language]);
}

function createActions(open: (dialog: OperatorDialog) => void): Action<Operator>[] {
  return [
    {
      id: "invite",
      label: "operators.action.invite",
      needs: "none",
      shortcut: "n",
      isPrimary: true,
      rule: operatorsActions.invite,
      perform: () => open({ kind: "invite" }),
    },
    {
      id: "rights",
      label: "operators.action.rights",
      needs: "one",
      shortcut: "r",
      rule: operatorsActions.rights,
      perform: ({ rows: [operator] }) => {
        if (operator !== undefined) open({ kind: "rights", operator });
      },
    },
    {
      id: "invite-again",
      label: "operators.action.inviteAgain",
      needs: "one",
      rule: operatorsActions.inviteAgain,
      perform: inviteAgain,
    },
    {
      id: "block",
      label: "operators.action.block",
      needs: "some",
      isDangerous: true,
      confirm: "operators.confirm.block",
      rule: operatorsActions.block,
      perform: (tools) => setBlocked(tools, true),
    },
    {
      id: "let-in",
      label: "operators.action.letIn",
      needs: "some",
      confirm: "operators.confirm.letIn",
      rule: operatorsActions.letIn,
      perform: (tools) => setBlocked(tools, false),
    },
    {
      id: "take-pin",
      label: "operators.action.takePin",
      needs: "one",
      isDangerous: true,
      confirm: "operators.confirm.takePin",
      rule: operatorsActions.takePin,
      perform: removePin,
    },
    { id: "copy", label: "operators.action.copy", needs: "some", perform: copyEmails },
  ];
}

/**
 * The provider's operators.
 * @param open opens a dialog in front of the list
 */
export function operatorsList(open: (dialog: OperatorDialog) => void) {
  return defineList({
    name: "operators.list",
    call: listOperators,
    title: "operators.title",
    rowKey: ({ user_uuid }) => user_uuid,
    cardTitle: "username",
    columns: [
      {
        id: "username",
        title: "operators.column.username",
        sort: "username",
        text: ({ username }, { t }) => username || t("operators.notYet"),
        render: ({ username }, { t }) => (username === "" ? <span className="quiet">{t("operators.notYet")}</span> : username),
      },
      { id: "name", title: "operators.column.name", text: ({ display_name }) => display_name },
      { id: "email", title: "operators.column.email", sort: "email", text: ({ email }) => email },
      {
        id: "status",
        title: "operators.column.status",
        text: ({ status }, { t }) => t(`operators.status.${status}`),
        render: ({ status }, { t }) => <StatusTag tone={statusTones[status]} text={t(`operators.status.${status}`)} />,
      },
      { id: "rights", title: "operators.column.rights", align: "end", text: (row, { t }) => formatRights(row, t) },
      { id: "warehouses", title: "operators.column.warehouses", text: (row, { t }) => formatWarehouses(row, t), maxWidthPx: 240 },
      {
        id: "last-seen",
        title: "operators.column.lastSeen",
        sort: "last_seen",
        text: ({ last_seen_at }, { t, locale }) => (last_seen_at === "" ? t("operators.never") : formatInstant(last_seen_at, locale)),
      },
    ],
    filters: [
      {
        field: "status",
        label: "operators.column.status",
        kind: "choice",
        options: [
          { value: "active", text: "operators.status.active" },
          { value: "invited", text: "operators.status.invited" },
          { value: "blocked", text: "operators.status.blocked" },
        ],
      },
    ],
    actions: createActions(open),
    onOpen: (operator, { caller }) => {
      if (isPermitted(operatorsActions.rights, caller)) open({ kind: "rights", operator });
    },
    empty: { text: "operators.empty", action: "invite" },
  });
}
