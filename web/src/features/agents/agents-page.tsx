import { useQuery } from '@tanstack/react-query'
import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { role } from '@turnpike/contract/identity/user'
import { useState } from 'react'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { session } from '../../lib/session/session.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './agents.module.css'
import { agentsText } from './agents.text.ts'

/** How an agent connects to the console. */
export function AgentsPage() {
  const t = useText(agentsText)
  const isOn = useStatus()?.enable_mcp
  const level = session.use()?.role ?? 0
  return (
    <Page title={t('title')} facts={t('facts')} width="form">
      {isOn === false ? (
        <EmptyState
          title={t('off')}
          text={t('offText')}
          action={level >= role.root && <LinkButton to="/setting?tab=system">{t('toSettings')}</LinkButton>}
        />
      ) : (
        <Steps isAdmin={level >= role.admin} />
      )}
    </Page>
  )
}

function Steps({ isAdmin }: { isAdmin: boolean }) {
  const t = useText(agentsText)
  // A token is created on another page.
  const scope = useQuery({
    queryKey: ['access token scope'],
    queryFn: () => call(accessTokenApi.scope),
    staleTime: 0,
  })
  const questions = isAdmin ? (['question2', 'question1', 'question3'] as const) : (['question1', 'question3'] as const)
  return (
    <>
      <section className={styles.step}>
        <h2 className={styles.heading}>{t('token')}</h2>
        <p className={styles.text}>{t('tokenText')}</p>
        {scope.data !== undefined && <p className={styles.text}>{t(scope.data ?? 'none')}</p>}
        <LinkButton to="/setting">{t('toToken')}</LinkButton>
      </section>
      <section className={styles.step}>
        <h2 className={styles.heading}>{t('connect')}</h2>
        <p className={styles.text}>{t('connectText')}</p>
        <ConnectCode />
      </section>
      <section className={styles.step}>
        <h2 className={styles.heading}>{t('ask')}</h2>
        <p className={styles.text}>{t('askText')}</p>
        <ul className={styles.questions}>
          {questions.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

const placeholder = 'ACCESS_TOKEN'
type Agent = 'claude' | 'other'

function ConnectCode() {
  const t = useText(agentsText)
  const url = `${useBaseAddress()}/mcp`
  const [agent, setAgent] = useState<Agent>('claude')
  const codes: Record<Agent, string> = {
    claude: `claude mcp add --transport http turnpike ${url} \\\n  --header "Authorization: Bearer ${placeholder}"`,
    other: JSON.stringify(
      { mcpServers: { turnpike: { type: 'http', url, headers: { Authorization: `Bearer ${placeholder}` } } } },
      null,
      2,
    ),
  }
  return (
    <CodeFrame
      compact
      tabs={{
        label: t('client'),
        list: [
          { value: 'claude', name: 'Claude Code' },
          { value: 'other', name: t('other') },
        ],
        chosen: agent,
        onChoose: setAgent,
      }}
      code={codes[agent]}
      syntax={agent === 'claude' ? 'shell' : 'json'}
    />
  )
}
