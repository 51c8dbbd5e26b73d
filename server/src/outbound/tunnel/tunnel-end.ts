/** Where a tunnel leads: a host name for the proxy to resolve, or an address. An IPv6 address has no brackets. */
export type TunnelEnd = { host: string; port: number }
