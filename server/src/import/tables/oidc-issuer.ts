import type { ImportContext } from '../context.ts'
import { textIn } from '../row.ts'

const wellKnown = '/.well-known/openid-configuration'

/** The issuer of the source's OpenID Connect sign-in: its discovery address without the fixed part; empty without one. */
export async function oidcIssuer({ source }: Pick<ImportContext, 'source'>): Promise<string> {
  const rows = await source.rows('options')
  const address = rows.find((row) => ['oidc.well_known', 'OidcWellKnown'].includes(textIn(row, 'key')))
  const text = address ? textIn(address, 'value').trim() : ''
  return text.endsWith(wellKnown) ? text.slice(0, -wellKnown.length) : ''
}
