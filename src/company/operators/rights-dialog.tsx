import { useMemo, useState } from "react";
import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { bindingSchema, toInitialBinding } from "./binding.rules.ts";
import { getOperatorName } from "./operators.list.tsx";
import type { Operator } from "./operators.contract.ts";
import { listOperators, setPermissions } from "./operators.contract.ts";
import { RightsField } from "./rights-field.tsx";
import { WarehousesField } from "./warehouses-field.tsx";

/** Fetches the current operator; null if it no longer exists. */
async function fetchOperator({ client }: Caller, userUuid: string): Promise<Operator | null> {
  let cursor: string | null = null;
  do {
    const page: { result: Operator[]; next_cursor: string | null } = await client.call(listOperators, {
      page_size: 200,
      ...(cursor === null ? {} : { cursor }),
    });
    const found = page.result.find(({ user_uuid }) => user_uuid === userUuid);
    if (found !== undefined) return found;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return null;
}

/**
 * The form of an operator's rights and warehouses.
 * @param onStale receives the current operator after a conflict
 */
function rightsForm({ user_uuid, version }: Operator, onStale: (now: Operator | null) => void) {
  return defineForm({
    name: "operators.rights",
    schema: z.object({ permissions: setPermissions.input.shape.permissions, warehouse_uuids: bindingSchema }),
    submit: "operators.edit.submit",
    keepsDraft: false,
    fields: {
      warehouse_uuids: {
        kind: "custom",
        label: "operators.warehouses.label",
        render: (props) => <WarehousesField {...props} />,
      },
      permissions: {
        kind: "custom",
        label: "operators.edit.rights",
        render: (props) => <RightsField {...props} />,
      },
    },
    async send({ permissions, warehouse_uuids }, caller) {
      try {
        return await caller.client.call(setPermissions, {
          user_uuid,
          permissions,
          warehouse_uuids: warehouse_uuids ?? [],
          version,
        });
      } catch (error) {
        if (error instanceof CallProblem && (error.codeName === "changedMeanwhile" || error.codeName === "notFound"))
          onStale(await fetchOperator(caller, user_uuid));
        throw error;
      }
    },
  });
}

interface RightsDialogProps {
  readonly operator: Operator;
  /** called when the list has changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Edits an operator's rights and warehouses. After a conflict, shows the current ones to choose again. */
export function RightsDialog({ operator, onChanged, onClose }: RightsDialogProps) {
  const { t } = useTranslation();
  const [now, setNow] = useState(operator);
  const [stale, setStale] = useState<"changed" | "gone" | null>(null);
  const form = useMemo(
    () =>
      rightsForm(now, (found) => {
        setStale(found === null ? "gone" : "changed");
        if (found !== null) setNow(found);
        onChanged();
      }),
    [now, onChanged],
  );
  return (
    <FormDialog title={t("operators.edit.title", { name: getOperatorName(now) })} onClose={onClose}>
      {stale !== null && <Notice tone="warn" title={t(`operators.edit.${stale}`)} />}
      <Form
        // Resets for another version, so that choices against the old one are not saved unnoticed.
        key={now.version}
        of={form}
        initial={{ permissions: now.permissions, warehouse_uuids: toInitialBinding(now.warehouses) }}
        onDone={() => {
          useToasts.getState().show("good", t("operators.done.rights"));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}
