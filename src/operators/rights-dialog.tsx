import { useMemo, useState } from "react";
import { z } from "zod";
import { CallProblem } from "#src/api/client.ts";
import type { Caller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { operatorName } from "./operators.list.tsx";
import type { Operator } from "./operators.contract.ts";
import { listOperators, setPermissions } from "./operators.contract.ts";
import { RightsField } from "./rights-field.tsx";

/** An operator as it is now; null where it is not there any more. */
async function operatorNow({ client }: Caller, userUuid: string): Promise<Operator | null> {
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

/** The form of an operator's rights. @param onStale told what holds where somebody else was first */
function rightsForm({ user_uuid, version }: Operator, onStale: (now: Operator | null) => void) {
  return defineForm({
    name: "operators.rights",
    schema: z.object({ permissions: setPermissions.input.shape.permissions }),
    submit: "operators.edit.submit",
    keepsDraft: false,
    fields: {
      permissions: {
        kind: "custom",
        label: "operators.edit.rights",
        render: (props) => <RightsField {...props} />,
      },
    },
    async send({ permissions }, caller) {
      try {
        return await caller.client.call(setPermissions, { user_uuid, permissions, version });
      } catch (error) {
        if (error instanceof CallProblem && (error.codeName === "changedMeanwhile" || error.codeName === "notFound"))
          onStale(await operatorNow(caller, user_uuid));
        throw error;
      }
    },
  });
}

interface RightsDialogProps {
  readonly operator: Operator;
  /** told that something of the list is not as it was */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Edits what an operator may do. Where somebody else was first it shows what holds now, to choose anew. */
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
    <FormDialog title={t("operators.edit.title", { name: operatorName(now) })} onClose={onClose}>
      {stale !== null && <Notice tone="warn" title={t(`operators.edit.${stale}`)} />}
      <Form
        // Anew for another version: what was chosen against the old one is not saved behind somebody's back.
        key={now.version}
        of={form}
        initial={{ permissions: now.permissions }}
        onDone={() => {
          useToasts.getState().show("good", t("operators.done.rights"));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}
