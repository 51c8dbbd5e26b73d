const isIpv4 = (text: string) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) &&
  text.split('.').every((part) => String(Number(part)) === part && Number(part) < 256)

/** The browser itself reads IPv6 addresses, as parts of web addresses. */
const isIpv6 = (text: string) => /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || !(isIpv4(address) || isIpv6(address))) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIpv4(address) ? 32 : 128))
}

/** The number of the first line that is no list of addresses and ranges; undefined when all are. */
export function badAddressLine(text: string): number | undefined {
  const at = text.split(/\r\n|[\r\n]/).findIndex(
    (line) =>
      !line
        .split(/[\s,]+/)
        .filter(Boolean)
        .every(isRange),
  )
  return at < 0 ? undefined : at + 1
}
