import { totalmem } from "node:os";

const reach = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "timezone=UTC"];
// A sixteenth of the memory caches tables, allocated as needed: lists over a million rows need more than PostgreSQL's default of 128 MB.
const bufferMb = Math.min(1536, Math.max(128, Math.floor(totalmem() / 2 ** 24)));
const work = [`shared_buffers=${bufferMb}MB`, "jit=off", "fsync=on", "wal_level=minimal", "max_wal_senders=0", "log_checkpoints=off"];
// A statement's error is for its sender to report; here it would put people's data into the log. Events of the server itself have level `log`.
const words = ["log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse", "log_line_prefix="];

/** Settings of the embedded PostgreSQL, each as `name=value`. */
export const settings: readonly string[] = [...reach, ...work, ...words];
