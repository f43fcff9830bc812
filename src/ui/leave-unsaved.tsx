import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { MayBeLost } from "./unsaved.ts";
import { UnsavedContext } from "./unsaved.ts";

interface LeaveProps {
  /** what of the address names the thing in sight: with another one it is left */
  readonly parameter: string;
  readonly mayBeLost: MayBeLost;
}

interface Where {
  readonly pathname: string;
  readonly search: unknown;
}

/** Asks before what was typed is lost: by another page, another thing, the list, or closing the tab. */
export function LeaveUnsaved({ parameter, mayBeLost }: LeaveProps) {
  const { t } = useTranslation();
  const named = ({ search }: Where): unknown =>
    typeof search === "object" && search !== null ? Reflect.get(search, parameter) : undefined;
  const isLeft = (current: Where, next: Where) => current.pathname !== next.pathname || named(current) !== named(next);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => mayBeLost() && isLeft(current, next),
    enableBeforeUnload: mayBeLost,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      title={t("form.unsaved.title")}
      closeText={t("form.unsaved.stay")}
      onClose={blocker.reset}
      actions={
        <Button tone="danger" onClick={blocker.proceed}>
          {t("form.unsaved.discard")}
        </Button>
      }
    >
      <p>{t("form.unsaved.text")}</p>
    </Dialog>
  );
}

/** A page of several forms without drafts: asks once before what was typed in any of them is lost. */
export function UnsavedArea({ parameter, children }: { parameter: string; children: ReactNode }) {
  const [parts] = useState(() => new Set<MayBeLost>());
  return (
    <UnsavedContext value={parts}>
      <LeaveUnsaved parameter={parameter} mayBeLost={() => [...parts].some((mayBeLost) => mayBeLost())} />
      {children}
    </UnsavedContext>
  );
}
