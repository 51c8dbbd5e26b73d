import { randomInt } from 'node:crypto'
import { personBounds } from '@turnpike/contract/identity/user-admin'
import type { IdentityProvider } from '../users/users.queries.ts'

/** Providers whose identities may open an account. */
export type RegisteringProvider = Exclude<IdentityProvider, 'telegram'>

type NamingProvider = RegisteringProvider | 'oidc'

const names = {
  github: { prefix: 'github_', short: 'gh_', display: 'GitHub User' },
  linuxdo: { prefix: 'linuxdo_', short: 'ld_', display: 'LinuxDO User' },
  wechat: { prefix: 'wechat_', short: 'wx_', display: 'WeChat User' },
  oidc: { prefix: 'oidc_', short: 'id_', display: 'User' },
}

/** A user name within the allowed length, whatever the number. */
export function generatedName(provider: NamingProvider, number: number): string {
  const { prefix, short } = names[provider]
  const name = prefix + number
  return name.length <= personBounds.username.charactersMax ? name : short + number
}

/** The next user id; after a refusal a random number, which concurrent requests are unlikely to try as well. */
export const numberToTry = (highestId: number, turn: number) => highestId + 1 + (turn === 0 ? 0 : randomInt(turn * 20))

/** The provider's name of the user, without characters that cannot be shown. */
export function displayNameOf(provider: NamingProvider, name: string): string {
  const shown = [...name.replace(/\p{C}+/gu, ' ').trim()]
    .slice(0, personBounds.display_name.charactersMax)
    .join('')
    .trim()
  return shown || names[provider].display
}
