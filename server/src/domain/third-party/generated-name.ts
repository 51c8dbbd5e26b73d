import { randomInt } from 'node:crypto'
import { personBounds } from '@turnpike/contract/people'
import type { IdentityProvider } from '../users/users.queries.ts'

/** Providers whose visitors may get an account. */
export type RegisteringProvider = Exclude<IdentityProvider, 'telegram'>

const names = {
  github: { prefix: 'github_', short: 'gh_', display: 'GitHub User' },
  linuxdo: { prefix: 'linuxdo_', short: 'ld_', display: 'LinuxDO User' },
  wechat: { prefix: 'wechat_', short: 'wx_', display: 'WeChat User' },
}

/** A user name that keeps to the rules for names, however many accounts there are. */
export function generatedName(provider: RegisteringProvider, number: number): string {
  const { prefix, short } = names[provider]
  const name = prefix + number
  return name.length <= personBounds.username.charactersMax ? name : short + number
}

/** The number to try: the next account's, and after a refusal one that others are unlikely to try as well. */
export const numberToTry = (highestId: number, turn: number) => highestId + 1 + (turn === 0 ? 0 : randomInt(turn * 20))

/** What the provider calls them, as far as it can be shown. */
export function displayNameOf(provider: RegisteringProvider, name: string): string {
  const shown = [...name.replace(/\p{C}+/gu, ' ').trim()]
    .slice(0, personBounds.display_name.charactersMax)
    .join('')
    .trim()
  return shown || names[provider].display
}
