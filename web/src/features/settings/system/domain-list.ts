import { isTextWithin } from '@turnpike/contract/bounds'
import { options } from '@turnpike/contract/options'

/** The stored text as a list. */
export const readDomains = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean)

/** Typed and pasted domains as the stored text: `@Example.com` becomes `example.com`, and repetitions are dropped. */
export const writeDomains = (typed: readonly string[]): string =>
  [...new Set(typed.flatMap(readDomains).map((domain) => domain.toLowerCase().replace(/^@/, '')))]
    .filter(Boolean)
    .join(',')

/** The first item that is no domain. */
export const invalidDomain = (text: string): string | undefined =>
  readDomains(text).find((domain) => !isTextWithin(options.EmailDomainWhitelist.item, domain))
