/** The other hosts that pages use, as the administrator's options decide. A page may load from no other one. */
export type PageNeeds = {
  turnstile: boolean
  telegram: boolean
  /** The site of the payment form, or empty. */
  paymentAddress: string
  /** Pages that are shown in a frame: chats, and a home or about page that is an address. */
  frames: readonly string[]
  /** Pictures that the options name: the logo, the QR code of WeChat, those in the administrator's texts. */
  pictures: readonly string[]
  /** Whether pages show the results of drawings and tasks, whose hosts only their upstreams know. */
  foreignMedia: boolean
}

const turnstileOrigin = 'https://challenges.cloudflare.com'
const telegramOrigin = 'https://oauth.telegram.org' // its button is a frame; none of its scripts is loaded

export function contentPolicy(needs: PageNeeds): string {
  const { turnstile, telegram, foreignMedia, frames, pictures } = needs
  const payment = originOf(needs.paymentAddress)
  const anyHost = foreignMedia ? ['https:'] : []
  return [
    "default-src 'none'",
    directive('script-src', "'self'", turnstile && turnstileOrigin),
    "style-src 'self' 'unsafe-inline'",
    directive('img-src', "'self'", 'data:', 'blob:', ...(foreignMedia ? anyHost : secureOrigins(pictures))),
    directive('media-src', "'self'", 'blob:', ...anyHost), // audio from the playground is a blob
    "font-src 'self'",
    "connect-src 'self'",
    directive('frame-src', turnstile && turnstileOrigin, telegram && telegramOrigin, ...secureOrigins(frames)),
    // Payment gateways redirect to the bank or wallet of the buyer, and a redirect of a posted form counts as its target.
    directive('form-action', "'self'", payment, payment && 'https:'),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

function directive(name: string, ...sources: (string | false | undefined)[]): string {
  const given = [...new Set(sources.filter(Boolean))]
  return `${name} ${given.length > 0 ? given.join(' ') : "'none'"}`
}

/** Without addresses over plain http, which pages do not load. */
const secureOrigins = (addresses: readonly string[]): string[] =>
  addresses.map((address) => originOf(address) ?? '').filter((origin) => origin.startsWith('https:'))

function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin ?? ''
  // A host name may hold a semicolon, which would end the directive and begin another one.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}
