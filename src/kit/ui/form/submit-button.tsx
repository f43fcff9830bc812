import { use } from "react";
import { createPortal } from "react-dom";
import { Button } from "../button.tsx";
import { DialogFootContext } from "../dialog-foot.ts";

interface SubmitProps {
  readonly formId: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly text: string;
}

/** The button that sends a form: at the form's end, or in the foot of the dialog around it. */
export function SubmitButton({ formId, isBusy, isDisabled = false, text }: SubmitProps) {
  const foot = use(DialogFootContext);
  const button = (
    <Button type="submit" tone="primary" form={formId} isPending={isBusy} isDisabled={isDisabled}>
      {text}
    </Button>
  );
  return foot === null ? <div className="form-actions">{button}</div> : createPortal(button, foot);
}
