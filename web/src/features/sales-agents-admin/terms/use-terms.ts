import { useQuery } from '@tanstack/react-query'
import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import { type AgentTerms, type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { agentsKey } from '../agents-key.ts'

export const useTerms = () => useQuery({ queryKey: [agentsKey, 'terms'], queryFn: () => call(agentAdminApi.terms) })
export type Terms = NonNullable<ReturnType<typeof useTerms>['data']>

/** Whose terms are edited. */
export type TermsSubject =
  | { scope: 'installation' }
  | { scope: 'group'; group: string }
  | { scope: 'agent'; id: number; name: string; group: string; own: OwnTerms }

/** What holds for a subject where its own terms say nothing. */
export function inheritedTerms({ installation, groups }: Terms, subject: TermsSubject): AgentTerms {
  if (subject.scope === 'installation') return usualTerms
  if (subject.scope === 'group') return installation
  return { ...installation, ...groups.find(({ group }) => group === subject.group)?.terms }
}

type Change = { subject: TermsSubject; terms: OwnTerms }

export const useSetTerms = (onDone: () => void) =>
  useListChange(
    agentsKey,
    ({ subject, terms }: Change) =>
      call(agentAdminApi.setTerms, {
        body: {
          scope: subject.scope,
          group: subject.scope === 'group' ? subject.group : '',
          agent_id: subject.scope === 'agent' ? subject.id : 0,
          terms,
        },
      }),
    { onDone },
  )
