/** The order matters: most browsers also name the older ones that they are compatible with. */
const browsers: [name: string, pattern: RegExp][] = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const firstOf = (names: [string, RegExp][], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0]

/** The browser and the system of a user agent; undefined for unknown ones. */
export function readUserAgent(userAgent: string): { browser?: string; system?: string } {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  return { ...(browser && { browser }), ...(system && { system }) }
}
