const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address clients are told to use: the configured one, or the one this page came from while that is empty or still
 * says localhost. Anything that could not stand in a shell line unquoted counts as unset, because people paste it into one.
 */
export function baseAddress(configured: string, origin: string): string {
  if (!URL.canParse(configured)) return origin
  const { protocol, hostname, origin: configuredOrigin, pathname } = new URL(configured)
  const isUsable = /^https?:$/.test(protocol) && !ownMachine.has(hostname) && /^[\w./~-]*$/.test(pathname)
  return isUsable ? `${configuredOrigin}${pathname}`.replace(/\/+$/, '') : origin
}
