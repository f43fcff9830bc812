import { totalmem } from "node:os";

const reach = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "timezone=UTC"];
// A sixteenth of the memory for what it keeps of its tables, taken as it is used: lists over a million rows want more than PostgreSQL's own 128 MB.
const bufferMb = Math.min(1536, Math.max(128, Math.floor(totalmem() / 2 ** 24)));
const work = [`shared_buffers=${bufferMb}MB`, "jit=off", "fsync=on", "wal_level=minimal", "max_wal_senders=0", "log_checkpoints=off"];
// A statement's error is its sender's to report; here it would put people's data into the log. What concerns the server has level `log`.
const words = ["log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse", "log_line_prefix="];

/** How the embedded PostgreSQL is set up, each as `name=value`. */
export const settings: readonly string[] = [...reach, ...work, ...words];
