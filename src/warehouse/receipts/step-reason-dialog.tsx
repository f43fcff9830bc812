import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { StepRequest } from "./receipt-row-actions.ts";
import { reasonedSteps } from "./receipt-row-actions.ts";

/** Asks for the reason of a step and performs it. */
export function StepReasonDialog({ asked, onDone, onClose }: { asked: StepRequest; onDone: () => void; onClose: () => void }) {
  const { client } = useCaller();
  const { step, row } = asked;
  return (
    <ReasonDialog
      title={`receipts.step.${step}`}
      text={`receipts.asks.${step}`}
      submit={`receipts.step.${step}`}
      onClose={onClose}
      send={async (reason) => {
        await client.call(reasonedSteps[step], { receipt_uuid: row.receipt_uuid, version: row.version, reason });
        onDone();
      }}
    />
  );
}
