import type { AgentTerms, OwnTerms } from '@turnpike/contract/money/agents/terms'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import textStyles from '../../../components/style/text.module.css'
import { termsText } from './terms.text.ts'
import { termNames, termWords } from './terms-words.ts'

type TermsFactsProps = {
  terms: AgentTerms
  /** Those of them that are not inherited are marked. */
  own?: OwnTerms
}

/** Terms as names and values. */
export function TermsFacts({ terms, own = {} }: TermsFactsProps) {
  const t = termsText.use()
  const money = useAmountWords()
  return (
    <Facts>
      {termNames.map((name) => (
        <Fact key={name} name={t(name)}>
          {termWords(name, terms, { t, money })}{' '}
          {own[name] !== undefined && <span className={textStyles.quietSmall}>· {t('own')}</span>}
        </Fact>
      ))}
    </Facts>
  )
}
