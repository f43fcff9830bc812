import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

interface LeaveProps {
  /** what of the address names the thing in sight: with another one it is left */
  readonly parameter: "item" | "claim";
  readonly mayBeLost: () => boolean;
}

interface Where {
  readonly pathname: string;
  readonly search: unknown;
}

/** Asks before what was typed is lost: by another page, another item, the list, or closing the tab. */
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
      title={t("catalogue.leave.title")}
      closeText={t("catalogue.leave.stay")}
      onClose={blocker.reset}
      actions={
        <Button tone="danger" onClick={blocker.proceed}>
          {t("catalogue.leave.discard")}
        </Button>
      }
    >
      <p>{t("catalogue.leave.text")}</p>
    </Dialog>
  );
}
