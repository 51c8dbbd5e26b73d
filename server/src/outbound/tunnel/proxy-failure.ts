/**
 * A proxy gave no connection, so nothing was sent. The message is for administrators: it names no address and no
 * password.
 */
export class ProxyFailure extends Error {}
