import { lazyPart } from "../lazy-part.ts";
import type { OtherInputProps } from "./other-input.tsx";

/** The kinds that a login does without: whatever is to be drawn waits until they are loaded, so that nothing moves when they come. */
export const OtherInput = lazyPart<OtherInputProps>(async () => (await import("./other-input.tsx")).OtherInput);
