import { callOf } from '@turnpike/contract/call'
import { oauthApi, type TelegramProfile } from '@turnpike/contract/oauth'
import { refusalOf, send } from '../../../../lib/api/call.ts'

/**
 * The server expects a browser to come by itself and leads it back to the settings. Asked from here instead, that
 * redirect is the yes, and a refusal can be read in the dialog and not on a page of its own.
 */
export async function bindTelegram(profile: TelegramProfile, state: string): Promise<void> {
  const { url } = callOf(oauthApi.telegramBind, { query: { ...profile, state } })
  const response = await send(url, { redirect: 'manual' })
  if (response.type !== 'opaqueredirect') throw await refusalOf(response)
}
