import "./receipts.css";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useReloadOf } from "#src/api/use-reload.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { ImportDraft } from "#src/imports/imports.contract.ts";
import { ImportDialog } from "#src/imports/import-dialog.screen.tsx";
import { lazyPart } from "#src/ui/lazy-part.ts";
import { List } from "#src/ui/list/list.tsx";
import type { Asked } from "./receipt-actions.ts";
import { AskedStep } from "./asked-step.tsx";
import { receiptsList } from "./receipts.list.tsx";
import { addressed } from "./receipt-place.rules.ts";
import type { ReceiptPlace } from "./receipt-place.rules.ts";

const ReceiptPage = lazyPart(async () => (await import("./receipt-page.tsx")).ReceiptPage);
const ReceiptEditor = lazyPart(async () => (await import("./receipt-editor.tsx")).ReceiptEditor);

type Navigate = (options: { to: "."; search: object; replace?: boolean }) => Promise<void>;

const slice = ["receipts."];
/** as a plain string: the routes are made at run time */
const ownRoute: string = ".";

/** A draft that an import made, as a link to it. */
const linkDraft = ({ receipt_uuid, receipt_number }: ImportDraft) => (
  <Link to={ownRoute} search={{ receipt: receipt_uuid }}>
    {receipt_number}
  </Link>
);

function ReceiptsList({ go }: { go: (place: ReceiptPlace) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const reload = useReloadOf(slice);
  const [asked, setAsked] = useState<Asked | null>(null);
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
      <h1>{t(caller.role === "dropShipper" ? "places.storageIn" : "places.warehouseReceipt")}</h1>
      <List of={list} />
      {asked !== null && <AskedStep asked={asked} onDone={reload} onClose={() => setAsked(null)} />}
      <ImportDialog kind="receipts" open={isImporting} onClose={() => setImporting(false)} onPosted={reload} linkDraft={linkDraft} />
    </div>
  );
}

/** Receipts: the list, or the one that the address names (`?receipt=`), shown or edited. */
export function ReceiptsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate() as unknown as Navigate;
  const reload = useReloadOf(slice);
  const here: { receipt?: unknown; edit?: unknown; to_do?: unknown; sku?: unknown; owner?: unknown } = useSearch({ strict: false });
  const place = addressed(here);
  // Who came to decide finds the decisions open.
  const part = here.to_do === "decide" ? "unqualified" : null;
  const go = useCallback(
    (next: ReceiptPlace) => {
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
