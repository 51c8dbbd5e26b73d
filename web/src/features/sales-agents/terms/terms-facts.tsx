import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { useTermsFacts } from './use-terms-facts.tsx'

export function TermsFacts({ terms }: { terms: AgentTerms }) {
  return (
    <Facts>
      {useTermsFacts(terms).map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}
