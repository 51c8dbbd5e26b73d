import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { OauthRequests } from './oauth-profile.ts'

const account = z.object({ id: z.int().positive(), name: z.string().nullish(), username: z.string().nullish() })

export function linuxdoRequests({ options, config }: Pick<Deps, 'options' | 'config'>, code: string): OauthRequests {
  const { LinuxDOClientId, LinuxDOClientSecret, ServerAddress } = options.current()
  const credentials = Buffer.from(`${LinuxDOClientId}:${LinuxDOClientSecret}`).toString('base64')
  return {
    token: {
      url: `${config.LINUXDO_OAUTH_BASE}/oauth2/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        authorization: `Basic ${credentials}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        // The provider compares it with the page it redirected the browser to.
        ...(ServerAddress && { redirect_uri: `${ServerAddress}/oauth/linuxdo` }),
      }).toString(),
    },
    profileUrl: `${config.LINUXDO_API_BASE}/api/user`,
    readProfile(body) {
      const { id, name, username } = account.parse(body)
      return { id: String(id), name: name || username || '', login: username ?? '' }
    },
    unreachable: 'linuxdo_unreachable',
  }
}
