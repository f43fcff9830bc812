import { useId, useState } from "react";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { RemoveDialog } from "#src/ui/remove-dialog.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { CardDialog } from "./card-dialog.tsx";
import type { RateCard } from "./rate-cards.contract.ts";
import { updateRateCard } from "./rate-cards.contract.ts";
import { useReload } from "./use-rate-cards.ts";
import { ActionButton } from "#src/ui/action/action-button.tsx";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface CardActionsProps {
  readonly card: RateCard;
  /** the id of what names the card on the page: each button is heard with it */
  readonly nameId: string;
  /** shows a card: the copy that was made */
  readonly onCard: (uuid: string) => void;
}

/** What can be done with a card: copied, renamed, archived, brought back. Nothing for whoever may change nothing. */
export function CardActions({ card, nameId, onCard }: CardActionsProps) {
  const { t } = useTranslation();
  const reload = useReload();
  const update = useDeed(updateRateCard);
  const id = useId();
  const [open, setOpen] = useState<"copy" | "rename" | "archive" | null>(null);
  const { rate_card_uuid, name, version } = card;
  const setArchived = (is_archived: boolean) => update.perform({ rate_card_uuid, name, is_archived, version });
  const restore = async () => {
    try {
      await setArchived(false);
      useToasts.getState().show("good", t("rateCards.dialog.restored", { name }));
    } catch (error) {
      // It was said as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void reload();
    }
  };
  return (
    <div className="row">
      <ActionButton
        of={rateCardsActions.copy}
        subject={card}
        id={`${id}-copy`}
        aria-labelledby={`${id}-copy ${nameId}`}
        onClick={() => setOpen("copy")}
      >
        {t("rateCards.do.copy")}
      </ActionButton>
      <ActionButton
        of={rateCardsActions.rename}
        subject={card}
        id={`${id}-rename`}
        aria-labelledby={`${id}-rename ${nameId}`}
        onClick={() => setOpen("rename")}
      >
        {t("rateCards.do.rename")}
      </ActionButton>
      <ActionButton
        of={rateCardsActions.restore}
        subject={card}
        id={`${id}-restore`}
        aria-labelledby={`${id}-restore ${nameId}`}
        isDisabled={update.isPending}
        onClick={() => void restore()}
      >
        {t("rateCards.do.restore")}
      </ActionButton>
      <ActionButton
        of={rateCardsActions.archive}
        subject={card}
        id={`${id}-archive`}
        aria-labelledby={`${id}-archive ${nameId}`}
        onClick={() => setOpen("archive")}
      >
        {t("rateCards.do.archive")}
      </ActionButton>
      {(open === "copy" || open === "rename") && <CardDialog deed={open} card={card} onMade={onCard} onClose={() => setOpen(null)} />}
      {open === "archive" && (
        <RemoveDialog
          title={t("rateCards.dialog.archive", { name })}
          text={t("rateCards.dialog.archiveText")}
          submit={t("rateCards.do.archive")}
          done={t("rateCards.dialog.archived", { name })}
          remove={() => setArchived(true)}
          onChanged={() => void reload()}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
