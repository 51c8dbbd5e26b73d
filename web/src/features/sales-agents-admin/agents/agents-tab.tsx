import { agentStatuses, type ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { Button } from 'antd'
import { useState } from 'react'
import { FilterRow, FilterSelect, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { agentsKey } from '../agents-key.ts'
import styles from '../sales-agents.module.css'
import type { AskedAgent } from './agent-acts.tsx'
import { AgentCard, useAgentColumns } from './agent-rows.tsx'
import { agentsText } from './agents.text.ts'
import { agentFilterNames, loadAgent, useAgents } from './use-agents.ts'

const AgentDrawer = lazyPart(async () => (await import('./agent-drawer.tsx')).AgentDrawer)
const AgentActs = lazyPart(async () => (await import('./agent-acts.tsx')).AgentActs)
const AppointDialog = lazyPart(async () => (await import('./appoint-dialog.tsx')).AppointDialog)

/** Agents with what they bring and earn; applications first. */
export function AgentsTab() {
  const t = agentsText.use()
  const small = useSmallScreen()
  const { filters, set, clear } = useFilters(agentFilterNames)
  const agents = useAgents(filters)
  const list = useListPage({ name: agentsKey, query: agents, keyOf: ({ id }: ListedAgent) => id, load: loadAgent })
  const [asked, setAsked] = useState<AskedAgent>()
  const handlers = { open: list.open, ask: setAsked }
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    agentStatuses.filter((name) => name === filters.status).map((name) => t(name))[0] ?? filters.status,
  ]
  return (
    <>
      <FilterRow>
        <KeywordFilter width={220} label={t('search')} filters={filters} onChange={set} />
        <FilterDrawer count={filters.status ? 1 : 0}>
          <FilterSelect
            label={t('status')}
            all={t('allStatuses')}
            width={136}
            value={filters.status}
            options={agentStatuses.map((name) => ({ value: name, label: t(name) }))}
            onChange={(name) => set({ status: name })}
          />
        </FilterDrawer>
        <div className={layoutStyles.buttonsAtEnd}>
          <RefreshButton onClick={agents.refetch} busy={agents.isFetching} />
        </div>
      </FilterRow>
      <ListTable
        list={list}
        words={t}
        // The title row has the primary button; the bar of a small screen has it too.
        emptyAction={!small && <Button onClick={list.openNew}>{t('appoint')}</Button>}
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={useAgentColumns(handlers)}
        rowClassName={({ status: of }) => (of === 'refused' || of === 'ended' ? styles.off : undefined)}
        onOpen={list.open}
        card={(agent) => <AgentCard agent={agent} handlers={handlers} />}
        newDrawer={<AppointDialog onClose={list.close} />}
        drawer={(agent) => <AgentDrawer key={agent.id} agent={agent} onAsk={setAsked} onClosed={list.close} />}
      />
      {asked && <AgentActs asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
