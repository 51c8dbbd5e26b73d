import type { ErrorCode } from '@turnpike/contract/errors'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'

/** A user at a provider. The id never changes there; names and addresses do. */
export type Profile = {
  id: string
  name: string
  /** The name the user signs in with there; empty at a provider without one. */
  login: string
}

/** The requests to a provider, in its own format. */
export type OauthRequests = {
  /** Exchanges a code for an access token. */
  token: { url: string; headers: Record<string, string>; body: string }
  profileUrl: string
  readProfile(body: unknown): Profile
  /** The refusal when the provider's response is not as expected. */
  unreachable: ErrorCode
}

const grant = z.object({ access_token: z.string().min(1) })
const refusal = z.object({ error: z.string() })
const timeoutSeconds = 5

/** Code → access token → profile. A provider's error is logged and not shown. */
export async function fetchProfile(
  { outbound, log }: Pick<Deps, 'outbound' | 'log'>,
  { token, profileUrl, readProfile, unreachable }: OauthRequests,
): Promise<Profile> {
  try {
    const { url, headers, body } = token
    const granted = await outbound.send(url, { method: 'POST', headers, body, timeoutSeconds })
    const response = JSON.parse(granted.body)
    if (refusal.safeParse(response).success) throw new AppError('oauth_code_wrong')
    const { access_token } = grant.parse(response)
    const authorization = `Bearer ${access_token}`
    const profile = await outbound.send(profileUrl, {
      headers: { authorization, accept: 'application/json' },
      timeoutSeconds,
    })
    return readProfile(JSON.parse(profile.body))
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn('a provider did not respond as expected', { provider: unreachable, error: (error as Error).name })
    throw new AppError(unreachable)
  }
}
