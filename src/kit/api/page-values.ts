/*
 * Values that the server inserts into the built `index.html` for each response. The development server inserts its own.
 */

/** The placeholder for the websocket's port. */
export const websocketPortPlaceholder = "QUAYSIDE_WEBSOCKET_PORT";

/** The name of the `<meta>` with the websocket's port, which a client needs on a host that is an IP address. */
export const websocketPortName = "quayside-websocket-port";
