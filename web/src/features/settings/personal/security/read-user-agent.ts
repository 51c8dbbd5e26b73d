/** Order matters: most browsers also claim to be the ones they descend from. */
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

/** What a browser calls itself, in two words a person knows; undefined for what they would not know anyway. */
export function readUserAgent(userAgent: string): { browser?: string; system?: string } {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  return { ...(browser && { browser }), ...(system && { system }) }
}
