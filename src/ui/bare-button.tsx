import { Button } from "react-aria-components/Button";
import type { PressProps } from "./button.tsx";
import { getPressProps } from "./button.tsx";

/** A button whose look is the caller's: an entry of a tree, a heading that folds, a key of a hand-held. */
export function BareButton({ className = "", ...rest }: PressProps) {
  return <Button {...getPressProps(rest)} className={className} />;
}
