import { version } from "../../package.json";

/** The version of this application. */
export const applicationVersion: string = version;
