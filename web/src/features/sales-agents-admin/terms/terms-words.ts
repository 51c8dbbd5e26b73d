import type { AgentTerms, OwnTerms } from '@turnpike/contract/money/agents/terms'
import { formatMinute } from '../../../lib/format/format-time.ts'
import type { termsText } from './terms.text.ts'

type Translate = ReturnType<typeof termsText.use>

/** The terms in the order in which they are shown. */
export const termNames = [
  'basis',
  'share',
  'second_share',
  'counts',
  'waiting_days',
  'withdrawal_min',
  'withdrawal_fee',
  'withdrawal_fee_share',
  'ends_at',
] as const satisfies (keyof AgentTerms)[]
export type TermName = (typeof termNames)[number]

/** One term in words: `10%`, `14 days`, `$10.00`. */
export function termWords(
  name: TermName,
  terms: AgentTerms,
  { t, money }: { t: Translate; money: (quota: number) => string },
): string {
  const percent = (share: number) => (share === 0 && name !== 'share' ? t('none') : `${share}%`)
  switch (name) {
    case 'basis':
      return t(terms.basis === 'spend' ? 'spendShort' : 'paymentsShort')
    case 'counts':
      return terms.counts.map((kind) => t(kind)).join(t('comma')) || t('nothing')
    case 'waiting_days':
      return terms.waiting_days === 0 ? t('atOnce') : t('days', { count: terms.waiting_days })
    case 'withdrawal_min':
    case 'withdrawal_fee':
      return terms[name] === 0 ? t('none') : money(terms[name])
    case 'ends_at':
      return terms.ends_at === 0 ? t('noEnd') : formatMinute(terms.ends_at)
    default:
      return percent(terms[name])
  }
}

/** The members in which two sets of own terms differ; an absent one is inherited. */
export const changedTerms = (before: OwnTerms, after: OwnTerms): TermName[] =>
  termNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

type Row = { id: number; scope: string; subject_id: number; subject: string; terms: OwnTerms }

/** What each row of the history, newest first, changed: its terms beside those that its subject had before. */
export const withTermsBefore = <R extends Row>(history: readonly R[]): (R & { before: OwnTerms })[] =>
  history.map((row, index) => {
    const isOfSame = (other: Row) =>
      other.scope === row.scope && other.subject_id === row.subject_id && other.subject === row.subject
    return { ...row, before: history.slice(index + 1).find(isOfSame)?.terms ?? {} }
  })
