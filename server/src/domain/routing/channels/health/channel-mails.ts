import type { Language } from '@turnpike/contract/errors'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { bothLanguages, type Letter, mailOf } from '../../../../mail/letter.ts'
import { findChannelToProbe, findRoot } from './channel-probe.queries.ts'

type Texts = Record<Language, string>
/** Why a channel was disabled: an upstream's message, or our own text in both languages. */
export type Reason = string | Texts

type Counts = { done: number; failed: number }

/** Mails to the super administrator about channels. No caller waits for these mails or fails with them. */
export type ChannelMails = {
  disabled(id: number, reason: Reason): void
  enabled(id: number): void
  /** The upstream refuses the channel's calls, and the channel stays enabled. */
  refused(id: number, reason: string): void
  tested(counts: Counts): void
  balancesUpdated(counts: Counts): void
  /** Resolves when no mail is being sent. */
  settled(): Promise<void>
}

export function createChannelMails({ store, mail, options, log }: Pick<Deps, 'store' | 'mail' | 'options' | 'log'>) {
  const sending = new Set<Promise<void>>()

  async function deliver(write: () => Letter | Promise<Letter>): Promise<void> {
    try {
      const root = await findRoot(store)
      if (!root?.email) return
      const letter = { ...(await write()), ...channelsLink() }
      await mail.send(mailOf(letter, root.email, bothLanguages(options.current().DefaultLanguage)))
    } catch (error) {
      // The mailer has logged a mail that could not be sent; an installation without mail is not a failure.
      if (!(error instanceof AppError)) log.warn('mail not written', { error })
    }
  }
  function post(write: () => Letter | Promise<Letter>): void {
    const sent = deliver(write).finally(() => sending.delete(sent))
    sending.add(sent)
  }
  const nameOf = async (id: number) => (await findChannelToProbe(store, id))?.name ?? ''
  const channelsLink = (): Pick<Letter, 'link'> => {
    const { ServerAddress } = options.current()
    return ServerAddress
      ? { link: { address: `${ServerAddress}/channel`, label: { zh: '查看渠道', en: 'Open channels' } } }
      : {}
  }

  return {
    disabled: (id, reason) => post(async () => disabledLetter(titleOf(id, await nameOf(id)), textsOf(reason))),
    enabled: (id) => post(async () => enabledLetter(titleOf(id, await nameOf(id)))),
    refused: (id, reason) => post(async () => refusedLetter(titleOf(id, await nameOf(id)), reason)),
    tested: (counts) => post(() => testedLetter(counts)),
    balancesUpdated: (counts) => post(() => balancesLetter(counts)),
    async settled() {
      await Promise.all(sending)
    },
  } satisfies ChannelMails
}

const textsOf = (reason: Reason): Texts => (typeof reason === 'string' ? { zh: reason, en: reason } : reason)

const titleOf = (id: number, name: string): Texts => ({
  zh: `渠道「${name}」（#${id}）`,
  en: `Channel “${name}” (#${id})`,
})

const disabledLetter = (title: Texts, reason: Texts): Letter => ({
  subject: { zh: `${title.zh}已被禁用`, en: `${title.en} disabled` },
  paragraphs: [
    {
      zh: `${title.zh}已自动禁用。原因：${reason.zh}`,
      en: `${title.en} was disabled automatically. Reason: ${reason.en}`,
    },
  ],
})

const enabledLetter = (title: Texts): Letter => ({
  subject: { zh: `${title.zh}已被启用`, en: `${title.en} enabled` },
  paragraphs: [
    {
      zh: `${title.zh}测试通过，已自动启用。`,
      en: `${title.en} passed its test and was enabled automatically.`,
    },
  ],
})

const refusedLetter = (title: Texts, reason: string): Letter => ({
  subject: { zh: `${title.zh}的请求被服务商拒绝`, en: `${title.en} is refused by its provider` },
  paragraphs: [
    {
      zh: `${title.zh}的请求被服务商拒绝，渠道仍处于启用状态。原因：${reason}`,
      en: `The provider refuses the requests of ${title.en}. The channel stays enabled. Reason: ${reason}`,
    },
    {
      zh: '同一渠道每小时最多通知一次。',
      en: 'A channel is reported at most once per hour.',
    },
  ],
})

const testedLetter = ({ done, failed }: Counts): Letter => ({
  subject: { zh: '渠道测试完成', en: 'Channel tests finished' },
  paragraphs: [
    {
      zh: `测试了 ${done} 个渠道，其中 ${failed} 个失败。`,
      en: `Channels tested: ${done}. Failed: ${failed}.`,
    },
  ],
})

const balancesLetter = ({ done, failed }: Counts): Letter => ({
  subject: { zh: '渠道余额更新完成', en: 'Channel balances updated' },
  paragraphs: [
    {
      zh: `查询了 ${done} 个渠道的余额，其中 ${failed} 个失败。`,
      en: `Channels queried: ${done}. Failed: ${failed}.`,
    },
  ],
})
