import { createHash, createHmac } from 'node:crypto'
import type { TelegramProfile } from '@turnpike/contract/identity/oauth'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { sameSecret } from '../../../secrets/vault.ts'
import { isFirstTime } from '../one-time/one-time.ts'

const members: ReadonlySet<string> = new Set([
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'lang',
])
const ageMaxSeconds = 300
const aheadMaxSeconds = 60

/** Checks a profile of Telegram's widget: signed with our bot's token, fresh, not used before. Returns the user's id. */
export async function acceptTelegram(
  deps: Pick<Deps, 'store' | 'vault' | 'clock' | 'options'>,
  { hash, ...profile }: TelegramProfile,
): Promise<string> {
  const { TelegramBotToken } = deps.options.current()
  if (!TelegramBotToken) throw new AppError('telegram_disabled')
  const ageSeconds = deps.clock() - Number(profile.auth_date)
  const isFresh = ageSeconds <= ageMaxSeconds && ageSeconds >= -aheadMaxSeconds
  if (!isFresh || !isWellFormed(profile) || !sameSecret(signatureOf(profile, TelegramBotToken), hash))
    throw new AppError('invalid_request')
  const lifeSeconds = ageMaxSeconds + aheadMaxSeconds
  if (!(await isFirstTime(deps, { purpose: 'telegram assertion', subject: hash }, lifeSeconds)))
    throw new AppError('invalid_request')
  return profile.id
}

// The signed text has one member per line: a line break inside a value could forge another member.
const isWellFormed = (profile: Record<string, unknown>) =>
  Object.entries(profile).every(([name, value]) => members.has(name) && !/[\r\n]/.test(String(value)))

function signatureOf(profile: Record<string, unknown>, botToken: string): string {
  const lines = Object.entries(profile).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(botToken).digest()
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
}
