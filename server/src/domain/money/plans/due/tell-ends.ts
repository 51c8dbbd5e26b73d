import type { Letter } from '../../../../mail/letter.ts'
import { findToNotify } from '../../../system/notifications/notifications.queries.ts'
import { notify } from '../../../system/notifications/notify.ts'
import { findPayersOf } from '../../../system/notifications/org-warnings.queries.ts'
import { readStored } from '../../../system/notifications/stored-setting.ts'
import { graceSeconds } from '../life.rules.ts'
import type { SubscriptionRow } from '../subscriptions.queries.ts'

/** What an account is told about a subscription. */
export type EndNews = { subscription: SubscriptionRow; kind: 'ended' | 'not renewed' }

type TellDeps = Parameters<typeof notify>[0]
const atOnce = 4

/** Notifies those who have asked for it: the user, or the owner and the billing members of an organisation. */
export async function tellEnds(deps: TellDeps, news: readonly EndNews[]): Promise<void> {
  for (let from = 0; from < news.length; from += atOnce)
    await Promise.all(news.slice(from, from + atOnce).map((each) => tell(deps, each)))
}

async function tell(deps: TellDeps, { subscription, kind }: EndNews): Promise<void> {
  const { store, options } = deps
  const { user_id } = subscription
  const people = await findToNotify(store, [user_id])
  const isOrg = people.length === 0
  const readers = isOrg ? await findPayersOf(store, user_id) : people
  const { SystemName, ServerAddress } = options.current()
  const path = isOrg ? `/topup?org=${user_id}` : '/topup'
  const letter: Letter = {
    ...textOf(subscription, kind, SystemName),
    ...(ServerAddress && { link: { address: ServerAddress + path, label: { en: 'See plans', zh: '查看套餐' } } }),
  }
  for (const reader of readers)
    if (readStored(reader.setting).events.includes('plan_ended')) await notify(deps, reader, 'plan_ended', letter)
}

function textOf(
  { title, end_time, grace_until }: SubscriptionRow,
  kind: EndNews['kind'],
  system: string,
): Pick<Letter, 'subject' | 'paragraphs'> {
  if (kind === 'ended')
    return {
      subject: { en: `${system}: your plan has ended`, zh: `${system}：套餐已到期` },
      paragraphs: [{ en: `The plan "${title}" has ended.`, zh: `套餐「${title}」已到期。` }],
    }
  const until = `${new Date((grace_until || end_time + graceSeconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: { en: `${system}: your plan was not renewed`, zh: `${system}：套餐续费失败` },
    paragraphs: [
      {
        en: `The renewal of the plan "${title}" was not paid. The plan ends at ${until} unless the payment succeeds.`,
        zh: `套餐「${title}」续费失败。若 ${until} 前仍未付款成功，套餐将终止。`,
      },
    ],
  }
}
