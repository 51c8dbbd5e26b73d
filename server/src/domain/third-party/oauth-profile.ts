import type { ErrorCode } from '@turnpike/contract/errors'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'

/** Who somebody is at a provider. The id never changes there; names and addresses do. */
export type Profile = { id: string; name: string }

/** How a provider is asked, in words of its own. */
export type OauthRequests = {
  /** Where a code becomes an access token. */
  token: { url: string; headers: Record<string, string>; body: string }
  profileUrl: string
  readProfile(body: unknown): Profile
  /** What a visitor is told when the provider does not answer sensibly. */
  unreachable: ErrorCode
}

const grant = z.object({ access_token: z.string().min(1) })
const refusal = z.object({ error: z.string() })
const timeoutSeconds = 5

/** Code → access token → profile. What a provider says of its own troubles stays in the log. */
export async function fetchProfile(
  { outbound, log }: Pick<Deps, 'outbound' | 'log'>,
  { token, profileUrl, readProfile, unreachable }: OauthRequests,
): Promise<Profile> {
  try {
    const { url, headers, body } = token
    const granted = await outbound.send(url, { method: 'POST', headers, body, timeoutSeconds })
    const answer = JSON.parse(granted.body)
    if (refusal.safeParse(answer).success) throw new AppError('oauth_code_wrong')
    const { access_token } = grant.parse(answer)
    const authorization = `Bearer ${access_token}`
    const profile = await outbound.send(profileUrl, {
      headers: { authorization, accept: 'application/json' },
      timeoutSeconds,
    })
    return readProfile(JSON.parse(profile.body))
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn('a provider did not answer as expected', { provider: unreachable, error: (error as Error).name })
    throw new AppError(unreachable)
  }
}
