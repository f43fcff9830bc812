import { lazyPart } from "../lazy-part.ts";
import type { OtherInputProps } from "./other-input.tsx";

/** The kinds that a login does not need. The form is drawn once they are loaded, so that nothing moves. */
export const OtherInput = lazyPart<OtherInputProps>(async () => (await import("./other-input.tsx")).OtherInput);
