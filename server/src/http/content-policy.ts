/** The optional origins of the Content-Security-Policy: allowed only while the administrator's options use them. */
export type PageNeeds = { turnstile: boolean; telegram: boolean; paymentAddress: string }

const turnstileOrigin = 'https://challenges.cloudflare.com'
const telegramOrigin = 'https://telegram.org'

export function contentPolicy({ turnstile, telegram, paymentAddress }: PageNeeds): string {
  const scripts = ["'self'", ...(turnstile ? [turnstileOrigin] : []), ...(telegram ? [telegramOrigin] : [])]
  const payment = originOf(paymentAddress)
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "media-src 'self' https: blob:", // songs and videos of tasks, and what a model says in the playground
    "font-src 'self' data:",
    "connect-src 'self'",
    'frame-src https:',
    // Payment gateways redirect to the bank or wallet of the buyer, and a redirect of a posted form counts as its target.
    `form-action 'self'${payment ? ` ${payment} https:` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin ?? ''
  // A host name may hold a semicolon, which would end the directive and begin another one.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}
