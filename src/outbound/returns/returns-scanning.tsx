import "./returns.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { usePhotoScans } from "#src/warehouse/scanning/use-photo-scans.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { listNext } from "./return-steps.rules.ts";
import { addReturnPhotos } from "./returns-work.contract.ts";
import { returnActions } from "./returns.actions.ts";
import { returnPermission } from "./returns.contract.ts";
import type { ReturnDetail } from "./returns.contract.ts";
import { useReturning } from "./use-returning.ts";

type Works = ReturnType<typeof useReturning>;

/** Returns what the person does next. */
function useNextStep({ open, question, inHand, isDamaged, quantity }: Works): {
  instruction: string;
  label: string;
  code?: string;
  hint?: string;
} {
  const { t } = useTranslation();
  const count = quantity === null ? {} : { hint: t("returns.work.nextCounts", { count: quantity }) };
  if (question?.kind === "quantity") return { instruction: t("returns.work.ask.quantity"), label: t("returns.work.scan.number") };
  if (question?.kind === "which") return { instruction: t("returns.work.ask.which"), label: t("returns.work.scan.parcel") };
  if (question?.kind === "unannounced") {
    const { order, code } = question;
    return order === null
      ? { instruction: t("returns.work.ask.unknown", { code }), label: t("returns.work.scan.parcel") }
      : {
          instruction: t("returns.work.ask.unannounced", { order: order.order_number }),
          label: t("returns.work.scan.parcel"),
          hint: order.owner_name,
        };
  }
  if (open === null) return { instruction: t("returns.work.step.parcel"), label: t("returns.work.scan.parcel") };
  if (question?.kind === "finish")
    return { instruction: t("returns.work.ask.finish", { count: question.missing }), label: t("returns.work.scan.product") };
  if (question?.kind === "product") return { instruction: t("returns.work.ask.product"), label: t("returns.work.scan.product") };
  if (inHand !== null) {
    const { pieces, location } = inHand;
    const asked = question?.kind === "location" ? question.location : location;
    return {
      instruction: t(question?.kind === "location" ? "returns.work.ask.location" : "returns.work.step.location", {
        count: quantity ?? pieces.quantity,
        sku: pieces.line.sku,
      }),
      label: t("returns.work.scan.location"),
      ...(asked === "" ? {} : { code: asked }),
    };
  }
  if (open.status === "arrived" && open.owner_uuid === null)
    return { instruction: t("returns.work.step.noOwner"), label: t("returns.work.scan.parcel") };
  if (open.status === "arrived")
    return {
      instruction: t(isDamaged ? "returns.work.step.inspectDamaged" : "returns.work.step.inspect"),
      label: t("returns.work.scan.product"),
      ...count,
    };
  if (open.status === "inspected") return { instruction: t("returns.work.step.undecided"), label: t("returns.work.scan.parcel") };
  if (open.status === "decided") return { instruction: t("returns.work.step.carryOut"), label: t("returns.work.scan.product"), ...count };
  return { instruction: t("returns.work.step.done", { status: t(`returns.status.${open.status}`) }), label: t("returns.work.scan.parcel") };
}

function useKeys(works: Works, photograph: (() => void) | null, onLeave: () => void): readonly FrameAction[] {
  const { t, locale } = useTranslation();
  const { open, question, inHand, isDamaged, next, leave, toggleDamaged, askQuantity, warehouses } = works;
  if (question?.kind === "quantity") return [];
  const out: FrameAction = { kind: "aside", label: t("returns.work.key.list"), onPress: onLeave };
  if (question?.kind === "unannounced") {
    const isKnown = question.order !== null || warehouses.length === 1;
    return isKnown ? [{ kind: "next", label: t("returns.work.key.receive"), onPress: next }, out] : [out];
  }
  if (open === null) return [out];
  const away: FrameAction = { kind: "aside", label: t("returns.work.key.leave"), onPress: leave };
  const photo: readonly FrameAction[] = photograph === null ? [] : [{ kind: "photo", label: t("scanning.key.photo"), onPress: photograph }];
  const count: FrameAction = { kind: "quantity", label: t("returns.work.key.quantity"), onPress: askQuantity };
  if (inHand !== null) return [count, ...photo, away];
  if (open.status === "arrived" && open.owner_uuid !== null)
    return [
      { kind: "next", label: t("returns.work.key.finish"), onPress: next },
      count,
      ...photo,
      { kind: "problem", label: t(isDamaged ? "returns.work.key.good" : "returns.work.key.damaged"), onPress: toggleDamaged },
      away,
    ];
  const [first] = open.status === "decided" ? listNext(open) : [];
  if (first === undefined) return [...photo, away];
  const figures = { count: first.quantity, shown: formatNumber(first.quantity, locale), sku: first.line.sku };
  return [{ kind: "next", label: t(`returns.work.key.${first.decision}`, figures), onPress: next }, count, ...photo, away];
}

/** Returns what there is to choose: a return, a warehouse, or a product. */
function useChoices({ question, choose, warehouses }: Works) {
  const { t } = useTranslation();
  if (question?.kind === "which")
    return {
      choices: {
        label: t("returns.work.ask.which"),
        options: question.returns.map(({ return_uuid, return_number, order_number, status }) => ({
          id: return_uuid,
          title: return_number,
          detail: [order_number, t(`returns.status.${status}`)].filter((part) => part !== "").join(" · "),
        })),
        onChoose: choose,
      },
    };
  if (question?.kind === "unannounced" && question.order === null && warehouses.length > 1)
    return {
      choices: {
        label: t("returns.work.ask.warehouse"),
        options: warehouses.map(({ warehouse_uuid, name }) => ({ id: warehouse_uuid, title: name, detail: "" })),
        onChoose: choose,
      },
    };
  if (question?.kind === "product")
    return {
      choices: {
        label: t("returns.work.ask.product"),
        options: question.choices.map(({ variant_uuid, sku, title, owner_name }) => ({
          id: variant_uuid,
          title: sku,
          detail: `${title} · ${owner_name}`,
        })),
        onChoose: choose,
      },
    };
  return {};
}

/** The pieces of the open return: how many were found of those that were announced, or what is still to be carried out. */
function Pieces({ of }: { of: ReturnDetail }) {
  const { t, locale } = useTranslation();
  const head = [of.return_number, of.order_number, of.owner_name].filter((part) => part !== "").join(" · ");
  const shown = (count: number) => formatNumber(count, locale);
  return (
    <section className="return-work" aria-label={t("returns.lines")}>
      <p className="quiet" translate="no">
        {head}
      </p>
      {of.lines.map((line) => (
        <div key={line.line_uuid} className="return-work-line">
          <span className="stack-tight">
            <strong translate="no">{line.sku}</strong>
            <span className="quiet small">{[line.title, line.lot].filter((part) => part !== "").join(" · ")}</span>
          </span>
          <span className="return-work-figure number">
            {of.status === "decided"
              ? t("returns.work.done", { done: shown(line.good_done + line.damaged_done), of: shown(line.good + line.damaged) })
              : line.damaged === 0
                ? t("returns.work.done", { done: shown(line.good), of: shown(line.expected) })
                : t("returns.work.found", { good: shown(line.good), damaged: shown(line.damaged), of: shown(line.expected) })}
          </span>
        </div>
      ))}
    </section>
  );
}

/** The work with returned parcels by scanner: arrival, inspection, and what was decided. @param onLeave back to the list */
export function ReturnsScanning({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const works = useReturning();
  const { open, question, session, scan } = works;
  const rules = useScannerRules(open?.warehouse_uuid ?? null);
  const { label, ...step } = useNextStep(works);
  const photos = usePhotoScans(
    addReturnPhotos,
    () => (open === null ? null : { input: { return_uuid: open.return_uuid, filenames: [] }, name: open.return_number }),
    works,
  );
  const caller = useCaller();
  const mayPhotograph = open !== null && getObstacle(returnActions.photograph, open, caller) === null;
  const actions = useKeys(works, mayPhotograph ? photos.take : null, onLeave);
  return (
    <HandHeldFrame
      title={t("navigation.returns")}
      {...step}
      session={session}
      permission={returnPermission}
      scan={{ label, onScan: scan, takesRepeats: true, asksNumber: question?.kind === "quantity", ...rules }}
      actions={actions}
      {...useChoices(works)}
    >
      {photos.view}
      {open !== null && <Pieces of={open} />}
    </HandHeldFrame>
  );
}
