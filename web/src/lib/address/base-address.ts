const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The base URL of API clients: the configured one, or this page's origin while that is empty or still localhost. A URL
 * that would need quotes in a shell command counts as unset, because it is pasted into shell commands. A version at the end
 * is cut off: every client that needs one adds it to the base.
 */
export function baseAddress(configured: string, origin: string): string {
  if (!URL.canParse(configured)) return origin
  const { protocol, hostname, origin: configuredOrigin, pathname } = new URL(configured)
  const isUsable = /^https?:$/.test(protocol) && !loopbackHosts.has(hostname) && /^[\w./~-]*$/.test(pathname)
  return isUsable ? `${configuredOrigin}${pathname}`.replace(/(?:\/+v1)?\/*$/, '') : origin
}
