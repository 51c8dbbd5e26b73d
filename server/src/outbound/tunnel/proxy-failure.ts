/**
 * A proxy gave no connection, so nothing was sent. The message is for administrators: it names no address and no
 * password.
 */
export class ProxyFailure extends Error {}

/** The proxy wants a user name and password, or other ones. */
export class ProxyCredentialsRefused extends ProxyFailure {}

/** The proxy did not open the connection in time. */
export class ProxyTimeout extends ProxyFailure {}
