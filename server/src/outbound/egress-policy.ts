import ipaddr from 'ipaddr.js'
import { type AddressRange, isListed, parseRange } from '../http/address-list.ts'

/** The targets the server may connect to, for addresses in the operator's settings or in a caller's request. */
export type EgressPolicy = {
  allowPrivate: boolean
  /** The ports allowed on public addresses; absent: any port. */
  ports?: ReadonlySet<number>
  /** Targets allowed in spite of both, each at its own port. */
  allowed: readonly AllowedTarget[]
  /** A proxy may resolve host names, because the operator wrote them. Absent: they are resolved and checked here. */
  mayProxyResolve?: true
}
type AllowedTarget = { host: string; port: number } | { range: AddressRange; port: number }

/** `host:port` or `range:port`, comma separated; IPv6 in brackets. Throws on anything else, naming the entry. */
export function parseEgressAllow(text: string): AllowedTarget[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      const target = parseTarget(entry)
      if (!target) throw new Error(`"${entry}" is not host:port or range:port`)
      return target
    })
}

function parseTarget(entry: string): AllowedTarget | undefined {
  const parts = /^(?:\[([\d.:a-f/]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(entry)
  const [, inBrackets, bare = '', digits] = parts ?? []
  const port = Number(digits)
  if (!parts || port < 1 || port > 65_535) return undefined
  const range = parseRange(inBrackets ?? bare)
  if (range) return { range, port }
  // A host name of digits alone would be read as an IP address when connecting.
  const isName = /^[\w-]+(\.[\w-]+)*$/.test(bare) && !/(^|\.)(\d+|0x[\da-f]*)$/i.test(bare)
  return isName ? { host: bare.toLowerCase(), port } : undefined
}

/** Metadata services, which hand out cloud credentials, at addresses outside the link-local range. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
])
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Whether an address may be connected to. Metadata services, link-local, unspecified, multicast and reserved ranges never;
 * loopback and private ranges as the operator configures, since local models run there.
 */
export function mayConnect(address: string, host: string, port: number, policy: EgressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = plainAddress(ipaddr.process(address))
  if (metadataAddresses.has(parsed.toString())) return false
  const range = parsed.range()
  if (range !== 'unicast' && !privateRanges.has(range)) return false
  const isOpen = (range === 'unicast' || policy.allowPrivate) && (policy.ports?.has(port) ?? true)
  return isOpen || policy.allowed.some((target) => matches(target, parsed, host, port))
}

/** Whether any target may be reached at this port: checked before a host name is resolved. */
export const mayUsePort = (port: number, { ports, allowed }: EgressPolicy): boolean =>
  ports === undefined || ports.has(port) || allowed.some((target) => target.port === port)

/** An IPv6 address with an IPv4 address embedded is checked as that IPv4 address. */
function plainAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const bytes = address.toByteArray()
  const isZero = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0)
  const range = address.range()
  // NAT64 under the well-known prefix, 64:ff9b::a.b.c.d; other prefixes embed the address elsewhere and are refused.
  if (range === 'rfc6052' && isZero(4, 12)) return ipaddr.fromByteArray(bytes.slice(12))
  if (range === '6to4') return ipaddr.fromByteArray(bytes.slice(2, 6))
  if (range === 'unicast' && isZero(0, 12)) return ipaddr.fromByteArray(bytes.slice(12)) // ::a.b.c.d, deprecated
  return address
}

function matches(target: AllowedTarget, address: ipaddr.IPv4 | ipaddr.IPv6, host: string, port: number): boolean {
  if (target.port !== port) return false
  return 'host' in target ? target.host === host.toLowerCase() : isListed(address.toString(), [target.range])
}

const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** The policy for addresses that callers name: public hosts at web ports, and the targets the operator lists. */
export const userEgress = (allowed: EgressPolicy['allowed']): EgressPolicy => ({
  allowPrivate: false,
  ports: webPorts,
  allowed,
})

/** The policy for addresses in the operator's settings. */
export const operatorEgress = (allowPrivate: boolean, allowed: EgressPolicy['allowed']): EgressPolicy => ({
  allowPrivate,
  allowed,
  mayProxyResolve: true,
})
