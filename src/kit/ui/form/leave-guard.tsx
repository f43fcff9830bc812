import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

interface LeaveGuardProps {
  readonly mayBeLost: () => boolean;
  /** removes the draft; without it, the changes are lost when the page is left */
  readonly onDiscard?: () => void;
  /** the key of the search that tells what is edited: another value of it on the same path is a leaving too */
  readonly searchKey?: string;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router's search is an object
const valueAt = ({ search }: { search: unknown }, key: string) => (search as Record<string, unknown>)[key];

/** Asks before unsaved changes are left by a link, by back, or by closing the tab. Changed filters in the address do not leave the page. */
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
