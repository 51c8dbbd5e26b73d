import type { Language } from '@turnpike/contract/errors'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { bothLanguages, type Letter, mailOf } from '../../../mail/letter.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { createAgents } from '../../../outbound/agents.ts'
import { userEgress } from '../../../outbound/egress-policy.ts'
import { exchange, readAll } from '../../../outbound/exchange.ts'
import { findToNotify } from './notifications.queries.ts'
import { readStored, type StoredSetting, unseal } from './stored-setting.ts'
import { isAccepted, type Notice, type Webhook, webhookRequest } from './webhook-request.ts'
import { sendToUser } from './wxpusher-api.ts'

type NotifyDeps = Pick<
  Deps,
  'store' | 'vault' | 'options' | 'mail' | 'limits' | 'config' | 'log' | 'clock' | 'outbound'
>
type Recipient = { email: string; setting: string }
/** Whether each was delivered; null where it is switched off. */
type Delivered = { mail: boolean | null; webhook: boolean | null }

/** Notifies a user by mail and webhook, where they are on. No request names a language, so the text has both languages. */
export async function notify(
  deps: NotifyDeps,
  { email, setting }: Recipient,
  event: string,
  letter: Letter,
): Promise<Delivered> {
  const { mail, webhook } = readStored(setting)
  const languages = bothLanguages(deps.options.current().DefaultLanguage)
  const notice = { event, ...wordsOf(letter, languages), at: deps.clock() }
  const [byMail, byWebhook] = await Promise.all([
    mail && email !== '' ? isMailed(deps, mailOf(letter, email, languages)) : null,
    webhook.kind === 'none' ? null : isPushed(deps, webhook, notice),
  ])
  return { mail: byMail, webhook: byWebhook }
}

function isPushed(deps: NotifyDeps, webhook: StoredSetting['webhook'], notice: Notice): Promise<boolean> {
  const { kind, mention, ...sealed } = webhook
  const [address, secret, uid] = [sealed.address, sealed.secret, sealed.uid].map((text) => unseal(deps.vault, text))
  if (kind === 'wxpusher' && uid) return sendToUser(deps, uid, notice)
  return sendWebhook(deps, { kind, mention, address: address ?? '', secret: secret ?? '' }, notice)
}

async function isMailed({ mail }: NotifyDeps, letter: Mail): Promise<boolean> {
  try {
    await mail.send(letter)
    return true
  } catch (error) {
    if (error instanceof AppError) return false // the mailer has logged it
    throw error
  }
}

const wordsOf = ({ subject, paragraphs, link }: Letter, languages: readonly Language[]) => ({
  title: languages.map((language) => subject[language]).join(' / '),
  text: languages.map((language) => paragraphs.map((paragraph) => paragraph[language]).join(' ')).join('\n'),
  link: link?.address ?? '',
})

/** Sends a test notification to the user, counted by the limits on mails. */
export async function sendTest(deps: NotifyDeps, userId: number): Promise<Delivered> {
  const [user] = await findToNotify(deps.store, [userId])
  if (!user) throw new AppError('session_expired')
  const { mail, webhook } = readStored(user.setting)
  if ((!mail || user.email === '') && webhook.kind === 'none') throw new AppError('notification_none')
  await deps.limits.take('mail pause', `test ${userId}`)
  await deps.limits.take('mail recipient', `test ${userId}`)
  const { SystemName } = deps.options.current()
  return notify(deps, user, 'test', {
    subject: { en: `${SystemName} test notification`, zh: `${SystemName} 测试通知` },
    paragraphs: [{ en: 'Notifications reach you here.', zh: '你可以在这里收到通知。' }],
  })
}

const totalMs = 10_000
const responseMax = 64 * 1024

/**
 * Calls the webhook address of a user: no private networks except those that the operator allows for webhooks, no
 * redirects. The result is only accepted or not, so that the user learns nothing about a server that they cannot reach
 * themselves.
 */
async function sendWebhook({ config, log }: Pick<Deps, 'config' | 'log'>, webhook: Webhook, notice: Notice) {
  // No connection outlives its request, so that every request checks the addresses of the host name again.
  const agents = createAgents(userEgress(config.WEBHOOK_ALLOW), config.proxies)
  try {
    const { url, headers, body } = webhookRequest(webhook, notice)
    const response = await exchange(
      agents,
      { method: 'POST', url, headers: { 'user-agent': 'turnpike', ...headers }, body },
      { firstByteMs: totalMs, idleMs: totalMs, totalMs },
      AbortSignal.timeout(totalMs),
    )
    const received = await readAll(response, responseMax)
    return isAccepted(webhook.kind, response.status, received.toString())
  } catch (error) {
    log.info('webhook not sent', { kind: webhook.kind, error: (error as Error).name })
    return false
  } finally {
    await agents.close()
  }
}
