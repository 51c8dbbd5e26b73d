import { isTextWithin } from '@turnpike/contract/bounds'
import { options } from '@turnpike/contract/options'

/** The stored text as a list. */
export const readDomains = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean)

/** What people type and paste as the text that is stored: `@Example.com` is `example.com`, and everything stands once. */
export const writeDomains = (typed: readonly string[]): string =>
  [...new Set(typed.flatMap(readDomains).map((domain) => domain.toLowerCase().replace(/^@/, '')))]
    .filter(Boolean)
    .join(',')

/** The first that is no domain. */
export const invalidDomain = (text: string): string | undefined =>
  readDomains(text).find((domain) => !isTextWithin(options.EmailDomainWhitelist.item, domain))
