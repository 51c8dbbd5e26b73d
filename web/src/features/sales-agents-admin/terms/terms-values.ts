import { isNumberText } from '@turnpike/contract/bounds'
import {
  type AgentTerms,
  type CreditKind,
  type OwnTerms,
  termsBounds,
  usualTerms,
} from '@turnpike/contract/money/agents/terms'
import { type TermName, termNames } from './terms-words.ts'

/** The terms as they are typed. What is empty or undefined is inherited. */
export type TermsValues = {
  basis: AgentTerms['basis'] | undefined
  share: string
  second_share: string
  counts: CreditKind[] | undefined
  waiting_days: string
  /** NaN while the text is no amount. */
  withdrawal_min: number | undefined
  withdrawal_fee: number | undefined
  withdrawal_fee_share: string
  /** 0: no end. */
  ends_at: number | undefined
}

export type TermsProblem = 'percentProblem' | 'daysProblem' | 'amountProblem' | 'beyondProblem'
export type TermsProblems = Partial<Record<TermName, TermsProblem>>

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text.trim()))

export const valuesOf = (own: OwnTerms): TermsValues => ({
  basis: own.basis,
  share: textOf(own.share),
  second_share: textOf(own.second_share),
  counts: own.counts,
  waiting_days: textOf(own.waiting_days),
  withdrawal_min: own.withdrawal_min,
  withdrawal_fee: own.withdrawal_fee,
  withdrawal_fee_share: textOf(own.withdrawal_fee_share),
  ends_at: own.ends_at,
})

/** The typed terms without those that are inherited. */
export function termsOf(values: TermsValues): OwnTerms {
  const { share, second_share, waiting_days, withdrawal_fee_share, ...others } = values
  const terms: OwnTerms = {
    ...others,
    share: numberOf(share),
    second_share: numberOf(second_share),
    waiting_days: numberOf(waiting_days),
    withdrawal_fee_share: numberOf(withdrawal_fee_share),
  }
  return pick(terms, (name) => terms[name] !== undefined)
}

function pick(terms: OwnTerms, isWanted: (name: TermName) => boolean): OwnTerms {
  return Object.fromEntries(termNames.filter(isWanted).map((name) => [name, terms[name]]))
}

/** What the installation has set itself: where it equals the usual terms, they are shown as inherited. */
export const ownOfInstallation = (terms: AgentTerms): OwnTerms =>
  pick(terms, (name) => JSON.stringify(terms[name]) !== JSON.stringify(usualTerms[name]))

const percents = ['share', 'second_share', 'withdrawal_fee_share'] as const
const amounts = ['withdrawal_min', 'withdrawal_fee'] as const

export function problemsOf(values: TermsValues, inherited: AgentTerms): TermsProblems {
  const problems: TermsProblems = {}
  const isRight = (name: keyof typeof termsBounds, text: string) =>
    text.trim() === '' || isNumberText(termsBounds[name], text.trim())
  for (const name of percents) if (!isRight(name, values[name])) problems[name] = 'percentProblem'
  if (!isRight('waiting_days', values.waiting_days)) problems.waiting_days = 'daysProblem'
  for (const name of amounts) if (Number.isNaN(values[name])) problems[name] = 'amountProblem'
  const { share, second_share } = { ...inherited, ...termsOf(values) }
  if (!problems.share && !problems.second_share && share + second_share > 100) problems.second_share = 'beyondProblem'
  return problems
}
