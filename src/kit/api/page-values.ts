/*
 * What the build leaves open in `index.html` and the server fills in for each answer. The development server fills in its own.
 */

/** Stands where the number of the websocket's own port comes. */
export const websocketPortPlaceholder = "QUAYSIDE_WEBSOCKET_PORT";

/** The `<meta>` that tells the page the websocket's own port: a client on a host that is an IP address needs it. */
export const websocketPortName = "quayside-websocket-port";
