import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

type Matches = (host: string, port: string) => boolean

/** Which targets a NO_PROXY list names, by the rules of Go's `httpproxy`. `host` has no brackets. */
export function parseNoProxy(list: string): Matches {
  const entries = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  if (entries.includes('*')) return () => true
  const matchers = entries.map(matcherOf).filter((matcher) => matcher !== undefined)
  return (host, port) => matchers.some((matches) => matches(host, port))
}

/** An entry that Go ignores is undefined. */
function matcherOf(entry: string): Matches | undefined {
  if (entry.includes('/')) return rangeMatcher(entry)
  const { host, port } = hostAndPort(entry)
  if (host === '') return undefined
  if (isIP(host)) return (target, targetPort) => isSameAddress(host, target) && isAtPort(port, targetPort)
  const suffix = host.replace(/^\*(?=\.)/, '')
  const domain = domainToASCII(suffix.replace(/^\./, '')) || suffix.replace(/^\./, '')
  const isDomainItself = !suffix.startsWith('.')
  return (target, targetPort) =>
    (target.endsWith(`.${domain}`) || (isDomainItself && target === domain)) && isAtPort(port, targetPort)
}

function rangeMatcher(entry: string): Matches | undefined {
  if (!ipaddr.isValidCIDR(entry)) return undefined
  const [network, bits] = ipaddr.parseCIDR(entry)
  return (target) => {
    if (!isIP(target)) return false
    const address = ipaddr.process(target)
    return address.kind() === network.kind() && address.match(network, bits)
  }
}

const isSameAddress = (one: string, other: string) =>
  isIP(other) !== 0 && ipaddr.process(one).toString() === ipaddr.process(other).toString()

const isAtPort = (port: string, target: string) => port === '' || port === target

/** `host`, `host:port`, `[IPv6]:port`, or an IPv6 address. */
function hostAndPort(entry: string): { host: string; port: string } {
  const [, inBrackets, bare = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(entry) ?? []
  return port === '' ? { host: entry, port } : { host: inBrackets ?? bare, port }
}
