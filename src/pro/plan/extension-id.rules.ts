/**
 * The public key of builds outside the store: Chrome derives an unpacked extension's id from it, so that the id is the same on every machine and known to the
 * server. A store assigns its own id, which `EXTENSION_IDS` tells the server. Nothing is signed with this key.
 */
export const ownExtensionKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs5BrP9kU9NAUFMKMh3Wp+TZdKLarxtagHR7M+Nwe6XFfthMAGXCBYof8OFj/hbth8yTpL7C//WY4hqdM+0etUwM03Q2eEvWKriNuhGm/FTHG0NlLqZGRJF9EeOjo+owXJygHhLboMmr57hV5dQ7QC4A/Jl9Bt6kGuReuZ2A/OMPcQjTVMIKfJuaMPBnmRNursXYy8CPYjmKTYu72u6qkOgeq/O+AmTZB2+s2/T6rjvhyVN9TcjgvkWc0PNIhbXzMm9sPJxJh/RMYXG3T6BVve0ztL6I3ZE1ZbZCyuFmQMfphPPNDHMzf2q03xCyIrM2MWQUcI2vNeL7DzODQJ9h9HQIDAQAB";

/** The id derived from it: the first 128 bits of its SHA-256, in the letters a to p. */
export const ownExtensionId = "mllcenopfghlgjkhojedhlikmadbpdfp";
