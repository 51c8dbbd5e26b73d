import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { OauthRequests } from './oauth-profile.ts'

const account = z.object({ id: z.int().positive(), name: z.string().nullish(), login: z.string().nullish() })

export function githubRequests({ options, config }: Pick<Deps, 'options' | 'config'>, code: string): OauthRequests {
  const { GitHubClientId, GitHubClientSecret } = options.current()
  return {
    token: {
      url: `${config.GITHUB_OAUTH_BASE}/login/oauth/access_token`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ client_id: GitHubClientId, client_secret: GitHubClientSecret, code }),
    },
    profileUrl: `${config.GITHUB_API_BASE}/user`,
    readProfile(body) {
      // The id, not the login name: a login name that is given up can be taken by another user.
      const { id, name, login } = account.parse(body)
      return { id: String(id), name: name ?? '', login: login ?? '' }
    },
    unreachable: 'github_unreachable',
  }
}
