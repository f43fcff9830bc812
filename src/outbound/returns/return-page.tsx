import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { ImagePicker } from "#src/kit/files/image-picker.tsx";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { useUploads } from "#src/kit/files/use-uploads.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { Facts } from "#src/kit/ui/facts.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { AssignDialog, DecideDialog } from "./return-forms.tsx";
import { returnTones } from "./return-words.rules.ts";
import { addReturnPhotos, printReturnLabel } from "./returns-work.contract.ts";
import { returnActions } from "./returns.actions.ts";
import { cancelReturn, getReturn } from "./returns.contract.ts";
import type { ReturnDetail, ReturnEventRow, ReturnLine } from "./returns.contract.ts";
import { mostReturnEvents } from "./returns.rules.ts";

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
  readonly onChanged: () => void;
}

/** One return: its order, its pieces, what can be done, photos and what happened. Updates live. */
export function ReturnPage({ uuid, onBack, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getReturn, { return_uuid: uuid });
  if (data !== undefined) return <Shown of={data} onBack={onBack} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <div className="stack">
      <h1>{t("navigation.returns")}</h1>
      <Notice tone="bad" title={t(error.codeName === "notFound" ? "returns.notFound" : "ui.failed")}>
        <Button onClick={onBack}>{t("returns.back")}</Button>
      </Notice>
    </div>
  );
}

function OrderLink({ of: { order_uuid, order_number } }: { of: ReturnDetail }) {
  const { role } = useCaller();
  if (order_uuid === null) return null;
  const search = { order: order_uuid };
  return role === "dropShipper" ? (
    <Link to="/ds/order" search={search}>
      {order_number}
    </Link>
  ) : (
    <Link to="/p/order" search={search}>
      {order_number}
    </Link>
  );
}

function ReturnFacts({ of }: { of: ReturnDetail }) {
  const { t, locale } = useTranslation();
  const { role } = useCaller();
  const at = (moment: string): string => (moment === "" ? "" : formatInstant(moment, locale));
  return (
    <Facts
      of={[
        [t("returns.column.order"), of.order_uuid === null ? "" : <OrderLink key="order" of={of} />],
        [t("returns.column.reference"), of.reference],
        ...(role === "dropShipper"
          ? []
          : ([[t("returns.column.owner"), of.owner_name === "" ? t("returns.nobody") : of.owner_name]] as const)),
        [t("returns.column.reason"), t(`returns.reason.${of.reason}`)],
        [t("returns.column.tracking"), of.tracking_number],
        [t("returns.column.warehouse"), of.warehouse_name],
        [t("returns.column.created"), at(of.created_at)],
        [t("returns.column.arrived"), at(of.arrived_at)],
        [t("returns.column.ended"), at(of.ended_at)],
      ]}
      written={[t("returns.column.remark"), of.remark]}
    />
  );
}

type Asked = "decide" | "assign";

function Buttons({ of, onChanged, ask }: { of: ReturnDetail; onChanged: () => void; ask: (step: Asked) => void }) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const { language } = useAppearance();
  const cancelling = useCallMutation(cancelReturn);
  const [asksToCancel, askToCancel] = useState(false);
  const cancel = async (): Promise<void> => {
    askToCancel(false);
    try {
      await cancelling.perform({ return_uuid: of.return_uuid, version: of.version });
      useToasts.getState().show("good", t("returns.cancelled", { number: of.return_number }));
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
    }
  };
  const label = () =>
    void downloadFile(client, printReturnLabel, { return_uuid: of.return_uuid, language }, (name) => name || `${of.return_number}.pdf`);
  return (
    <div className="row">
      <ActionButton of={returnActions.decide} subject={of} tone="primary" onClick={() => ask("decide")}>
        {t("returns.step.decide")}
      </ActionButton>
      <ActionButton of={returnActions.assign} subject={of} tone="primary" onClick={() => ask("assign")}>
        {t("returns.step.assign")}
      </ActionButton>
      <ActionButton of={returnActions.label} subject={of} onClick={label}>
        {t("returns.step.label")}
      </ActionButton>
      <ActionButton of={returnActions.cancel} subject={of} isDisabled={cancelling.isPending} onClick={() => askToCancel(true)}>
        {t("returns.step.cancel")}
      </ActionButton>
      {asksToCancel && (
        <Dialog
          title={t("returns.step.cancel")}
          actions={
            <Button tone="danger" onClick={() => void cancel()}>
              {t("returns.step.cancel")}
            </Button>
          }
          closeText={t("ui.close")}
          onClose={() => askToCancel(false)}
        >
          <p>{t("returns.asks.cancel", { number: of.return_number })}</p>
        </Dialog>
      )}
    </div>
  );
}

function Decision({ of, part }: { of: ReturnLine; part: "good" | "damaged" }) {
  const { t, locale } = useTranslation();
  const [count, decision, done] = [of[part], of[`${part}_decision`], of[`${part}_done`]];
  if (count === 0) return null;
  const text = decision === "" ? t("returns.undecided") : t(`returns.decision.${decision}`);
  const figures = decision === "" ? "" : ` · ${t("returns.doneOf", { done: formatNumber(done, locale), of: formatNumber(count, locale) })}`;
  return <span>{`${t(`returns.count.${part}`, { count, shown: formatNumber(count, locale) })}: ${text}${figures}`}</span>;
}

function buildLineColumns({ t, locale }: ReturnType<typeof useTranslation>, isStaff: boolean): ShortColumn<ReturnLine>[] {
  return [
    {
      id: "sku",
      title: t("returns.column.product"),
      show: ({ sku, title, lot, is_own_stock }) => (
        <span className="stack-tight">
          <strong translate="no">{sku}</strong>
          <span className="quiet">{[title, lot].filter((part) => part !== "").join(" · ")}</span>
          {!isStaff && !is_own_stock && <span className="quiet small">{t("returns.ofAnother")}</span>}
        </span>
      ),
    },
    { id: "expected", title: t("returns.column.expected"), isNumber: true, show: ({ expected }) => formatNumber(expected, locale) },
    {
      id: "counted",
      title: t("returns.column.counted"),
      isNumber: true,
      show: ({ good, damaged }) => formatNumber(good + damaged, locale),
    },
    {
      id: "decision",
      title: t("returns.column.decision"),
      show: (line) => (
        <span className="stack-tight">
          <Decision of={line} part="good" />
          <Decision of={line} part="damaged" />
        </span>
      ),
    },
  ];
}

function Photos({ of, onChanged }: { of: ReturnDetail; onChanged: () => void }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { perform } = useCallMutation(addReturnPhotos);
  const { language } = useAppearance();
  const add = async (filename: string) => {
    try {
      await perform({ return_uuid: of.return_uuid, filenames: [filename] });
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
    }
  };
  const { uploads, add: upload, retry, drop } = useUploads((filename) => void add(filename));
  const mayAdd = getObstacle(returnActions.photograph, of, caller) === null;
  if (!mayAdd && of.photos.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("returns.photos")}</h2>
      {mayAdd && (
        <div className="row">
          <ImagePicker text={t("returns.step.photograph")} isMany onFiles={(files) => files.forEach(upload)} />
        </div>
      )}
      {uploads.map((one) => (
        <div key={one.key} className="row" role="status">
          <span>{one.file.name}</span>
          {one.problem !== null && (
            <>
              <span className="field-error">{one.problem[language]}</span>
              <Button onClick={() => retry(one)}>{t("returns.again")}</Button>
              <Button onClick={() => drop(one)}>{t("ui.cancel")}</Button>
            </>
          )}
        </div>
      ))}
      <ul className="return-photos">
        {of.photos.map(({ photo_uuid, filename, at }) => (
          <li key={photo_uuid}>
            <StoredImage filename={filename} alt={t("returns.photoOf", { at: formatInstant(at, locale) })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventItem({ of }: { of: ReturnEventRow }) {
  const { t, locale } = useTranslation();
  const isWord = of.event === "inspect" || of.event === "restock" || of.event === "dispose";
  const pieces = of.sku === "" ? "" : t("returns.piecesOf", { count: of.quantity, shown: formatNumber(of.quantity, locale), sku: of.sku });
  const how = of.event === "inspect" && of.message === "damaged" ? t("returns.damagedWord") : "";
  const parts = [t(`returns.event.${of.event}`), pieces, how].filter((part) => part !== "");
  return (
    <li className="stack-tight">
      <strong>{parts.join(" · ")}</strong>
      {!isWord && of.message !== "" && <p className="return-message">{of.message}</p>}
      <span className="quiet small">{`${formatInstant(of.at, locale)} · ${of.username === "" ? t(`returns.by.${of.by}`) : of.username}`}</span>
    </li>
  );
}

function Shown({ of, onBack, onChanged }: { of: ReturnDetail } & Omit<PageProps, "uuid">) {
  const words = useTranslation();
  const { t } = words;
  const { role } = useCaller();
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog = {
    of,
    onDone: () => {
      setAsked(null);
      onChanged();
    },
    onClose: () => setAsked(null),
  };
  return (
    <div className="stack returns">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.return_number}</h1>
          <StatusTag tone={returnTones[of.status]} text={t(`returns.status.${of.status}`)} />
        </div>
        <Button onClick={onBack}>{t("returns.back")}</Button>
      </div>
      {of.undecided > 0 && <Notice tone="warn" title={t("returns.waitsForYou", { count: of.undecided })} />}
      {of.status === "arrived" && of.owner_uuid === null && <Notice tone="warn" title={t("returns.waitsForOwner")} />}
      <section className="panel stack">
        <ReturnFacts of={of} />
        <Buttons of={of} onChanged={onChanged} ask={setAsked} />
      </section>
      <section className="stack">
        <h2>{t("returns.lines")}</h2>
        <ShortTable
          keepsColumns
          label={t("returns.lines")}
          columns={buildLineColumns(words, role !== "dropShipper")}
          rows={of.lines}
          rowKey={({ line_uuid }) => line_uuid}
          empty={t("returns.noLines")}
        />
      </section>
      <Photos of={of} onChanged={onChanged} />
      <section className="stack">
        <h2>{t("returns.events")}</h2>
        <ol className="return-events">
          {of.events.map((event) => (
            <EventItem key={event.event_uuid} of={event} />
          ))}
        </ol>
        {of.events.length >= mostReturnEvents && <p className="quiet small">{t("orders.page.newestOnly", { count: mostReturnEvents })}</p>}
      </section>
      {asked === "decide" && <DecideDialog {...dialog} />}
      {asked === "assign" && <AssignDialog {...dialog} />}
    </div>
  );
}
