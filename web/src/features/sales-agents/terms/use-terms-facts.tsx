import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import type { ReactNode } from 'react'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import textStyles from '../../../components/style/text.module.css'
import { formatMinute } from '../../../lib/format/format-time.ts'
import { termsText } from './terms.text.ts'

/** The terms as names and values. */
export function useTermsFacts(terms: AgentTerms): { name: string; value: ReactNode }[] {
  const t = termsText.use()
  const words = useAmountWords()
  const { basis, share, second_share, counts, waiting_days, withdrawal_min, ends_at } = terms
  const { withdrawal_fee, withdrawal_fee_share } = terms
  const shareOf = (percent: number) => t(basis === 'spend' ? 'ofSpend' : 'ofPayments', { percent })
  const counted = [t(basis === 'spend' ? 'spent' : 'paid'), ...counts.map((kind) => t(kind))].join(t('comma'))
  const fees = [withdrawal_fee_share > 0 && `${withdrawal_fee_share}%`, withdrawal_fee > 0 && words(withdrawal_fee)]
  const [one, other] = fees.filter((fee) => fee !== false)
  return [
    { name: t('share'), value: shareOf(share) },
    ...(second_share > 0
      ? [
          {
            name: t('secondShare'),
            value: (
              <>
                {shareOf(second_share)}
                <p className={textStyles.quietLight}>{t('secondHelp')}</p>
              </>
            ),
          },
        ]
      : []),
    { name: t('counts'), value: counted.charAt(0).toUpperCase() + counted.slice(1) },
    { name: t('waiting'), value: waiting_days === 0 ? t('immediately') : t('finalAfter', { count: waiting_days }) },
    { name: t('minimum'), value: withdrawal_min > 0 ? words(withdrawal_min) : t('noMinimum') },
    { name: t('fee'), value: one && other ? t('both', { one, other }) : (one ?? t('noFee')) },
    { name: t('ends'), value: ends_at > 0 ? formatMinute(ends_at) : t('noEnd') },
  ]
}
