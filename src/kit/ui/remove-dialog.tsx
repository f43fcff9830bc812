import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { RemovalProps } from "./use-removal.ts";
import { useRemoval } from "./use-removal.ts";

/** Asks before something is removed, and removes it once. */
export function RemoveDialog(props: RemovalProps) {
  const { t } = useTranslation();
  const { isBusy, press } = useRemoval(props);
  return (
    <Dialog
      title={props.title}
      closeText={t("ui.cancel")}
      onClose={props.onClose}
      actions={
        <Button tone="danger" isPending={isBusy} onPress={press}>
          {props.submit}
        </Button>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
