import "./receipts.css";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ImportDraft } from "#src/warehouse/imports/imports.contract.ts";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import type { StepRequest } from "./receipt-row-actions.ts";
import { StepReasonDialog } from "./step-reason-dialog.tsx";
import { receiptsReads } from "./receipts-reads.contract.ts";
import { receiptsList } from "./receipts.list.tsx";
import { parseReceiptView } from "./receipt-view.rules.ts";
import type { ReceiptView } from "./receipt-view.rules.ts";

const ReceiptPage = lazyPart(async () => (await import("./receipt-page.tsx")).ReceiptPage);
const ReceiptEditor = lazyPart(async () => (await import("./receipt-editor.tsx")).ReceiptEditor);

/** Links to a draft that an import created. */
const linkDraft = ({ document_uuid, document_number }: ImportDraft) => (
  <Link to="." search={{ receipt: document_uuid }}>
    {document_number}
  </Link>
);

function ReceiptsList({ go }: { go: (place: ReceiptView) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const reload = useCallReload(receiptsReads);
  const [asked, setAsked] = useState<StepRequest | null>(null);
  const [isImporting, setImporting] = useState(false);
  const list = useMemo(
    () =>
      receiptsList(caller, {
        show: (uuid) => go({ kind: "shown", uuid }),
        edit: (uuid) => go({ kind: "edited", uuid }),
        fresh: () => go({ kind: "new" }),
        upload: () => setImporting(true),
        ask: setAsked,
      }),
    [caller, go],
  );
  return (
    <div className="stack receipts">
      <h1>{t(caller.role === "dropShipper" ? "navigation.storageIn" : "navigation.warehouseReceipt")}</h1>
      <List of={list} />
      {asked !== null && <StepReasonDialog asked={asked} onDone={reload} onClose={() => setAsked(null)} />}
      <ImportDialog kind="receipts" open={isImporting} onClose={() => setImporting(false)} onPosted={reload} linkDraft={linkDraft} />
    </div>
  );
}

/** Shows the list of receipts, or the receipt in the address (`?receipt=`), to view or edit. */
export function ReceiptsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reload = useCallReload(receiptsReads);
  const here = useSearch({ strict: false });
  const place = parseReceiptView(here);
  // Opens the decisions if the user came to decide.
  const part = here.to_do === "decide" ? ("unqualified" as const) : null;
  const go = useCallback(
    (next: ReceiptView) => {
      const search =
        next.kind === "list"
          ? {}
          : next.kind === "new"
            ? { receipt: "new" }
            : { receipt: next.uuid, ...(next.kind === "edited" ? { edit: "1" } : part === null ? {} : { part }) };
      void navigate({ to: ".", search });
    },
    [navigate, part],
  );
  if (place.kind === "list") return <ReceiptsList go={go} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      {place.kind === "shown" ? (
        <ReceiptPage key={place.uuid} uuid={place.uuid} go={go} onChanged={reload} />
      ) : (
        <ReceiptEditor key={place.kind === "new" ? `new ${place.sku ?? ""}` : place.uuid} place={place} go={go} onChanged={reload} />
      )}
    </Suspense>
  );
}
