import { useId, useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CardDialog } from "./card-dialog.tsx";
import type { RateCard } from "./rate-cards.contract.ts";
import { updateRateCard } from "./rate-cards.contract.ts";
import { useReload } from "./use-rate-cards.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface CardActionsProps {
  readonly card: RateCard;
  /** id of the card's heading, which labels each button for screen readers */
  readonly nameId: string;
  /** opens a card: the new copy */
  readonly onCard: (uuid: string) => void;
}

/** A card's actions: copy, rename, archive, restore. Empty if the user may change nothing. */
export function CardActions({ card, nameId, onCard }: CardActionsProps) {
  const { t } = useTranslation();
  const reload = useReload();
  const update = useCallMutation(updateRateCard);
  const id = useId();
  const [open, setOpen] = useState<"copy" | "rename" | "archive" | null>(null);
  const { rate_card_uuid, name, version } = card;
  const setArchived = (is_archived: boolean) => update.perform({ rate_card_uuid, name, is_archived, version });
  const restore = async () => {
    try {
      await setArchived(false);
      useToasts.getState().show("good", t("rateCards.dialog.restored", { name }));
    } catch (error) {
      // Already shown as a toast.
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
