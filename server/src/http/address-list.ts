import ipaddr from 'ipaddr.js'

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]
type Parsed = { ok: true; ranges: AddressRange[] } | { ok: false; bad: string }

/** Addresses and CIDR ranges, separated by commas, spaces or lines. A bad entry refuses the whole list. */
export function parseAddressList(text: string): Parsed {
  const ranges: AddressRange[] = []
  if (text.trim() === 'none') return { ok: true, ranges }
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const range = parseRange(entry)
    if (!range) return { ok: false, bad: entry }
    ranges.push(range)
  }
  return { ok: true, ranges }
}

/** `10.0.0.0/8`, `fd00::/8` or a single address; undefined for anything else. */
export function parseRange(text: string): AddressRange | undefined {
  const [written = '', bits, ...rest] = text.split('/')
  if (!isPlainAddress(written) || rest.length > 0) return undefined
  const address = ipaddr.parse(written)
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > bitsMax)) return undefined
  return withoutMapping(address, bits === undefined ? bitsMax : Number(bits))
}

// ipaddr.js also reads octal, hexadecimal and shortened IPv4 ("0177.1"), which in a list are typing errors.
const isPlainAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Caller addresses that are IPv4-mapped IPv6 are compared as IPv4, so a mapped range becomes an IPv4 range as well. */
function withoutMapping(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): AddressRange {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return [address.toIPv4Address(), bits - 96]
  return [address, bits]
}

/** Whether an address lies in a list; an IPv4-mapped IPv6 address counts as IPv4. */
export function isListed(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range as never, bits))
}

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Loopback or a private network. */
export function isLocalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(address).range())
}

const networkBits = 64

/** What limits count as one client: an IPv4 address, or a whole IPv6 network, of which a client has every address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`)}/${networkBits}`
}
