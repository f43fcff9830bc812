import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

interface LeaveGuardProps {
  readonly mayBeLost: () => boolean;
  /** forgets what was kept as a draft; without it, what was typed is lost when the page is left */
  readonly onDiscard?: () => void;
  /** the key of the search that tells what is edited: another value of it on the same path is a leaving too */
  readonly searchKey?: string;
}

const valueAt = ({ search }: { search: unknown }, key: string) => (search as Record<string, unknown>)[key];

/** Asks before what was typed and not saved is left: by a link, back, or by closing the tab. Filters in the address are no leaving. */
export function LeaveGuard({ mayBeLost, onDiscard, searchKey }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mayBeLost() &&
      (current.pathname !== next.pathname || (searchKey !== undefined && valueAt(current, searchKey) !== valueAt(next, searchKey))),
    enableBeforeUnload: mayBeLost,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  const discard = () => {
    onDiscard?.();
    blocker.proceed();
  };
  return (
    <Dialog
      title={t("form.leave.title")}
      closeText={t("form.leave.stay")}
      onClose={blocker.reset}
      actions={
        <>
          <Button tone="danger" onPress={discard}>
            {t("form.leave.discard")}
          </Button>
          {onDiscard !== undefined && (
            <Button tone="primary" onPress={blocker.proceed}>
              {t("form.leave.keep")}
            </Button>
          )}
        </>
      }
    >
      <p>{t(onDiscard === undefined ? "form.leave.lost" : "form.leave.body")}</p>
    </Dialog>
  );
}
