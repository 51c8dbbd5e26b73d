import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import { Button } from 'antd'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { agentsKey } from '../agents-key.ts'
import styles from '../sales-agents.module.css'
import { useRights } from '../use-rights.ts'
import { MethodCard, useMethodColumns } from './method-rows.tsx'
import { methodsText } from './methods.text.ts'
import { loadMethod, useMethodPage } from './use-methods.ts'

const MethodDrawer = lazyPart(async () => (await import('./method-drawer.tsx')).MethodDrawer)

/** The ways in which agents are paid, in the order in which agents see them. */
export function MethodsTab() {
  const t = methodsText.use()
  const small = useSmallScreen()
  const { isRoot } = useRights()
  const methods = useMethodPage()
  const list = useListPage({
    name: agentsKey,
    query: methods,
    keyOf: ({ id }: PayoutMethod) => id,
    load: loadMethod,
  })
  const open = isRoot ? list.open : () => {}
  return (
    <ListTable
      // Others see the list; its drawer only edits.
      list={isRoot ? list : { query: methods }}
      words={t}
      // The title row has the primary button; the bar of a small screen has it too.
      emptyAction={isRoot && !small && <Button onClick={list.openNew}>{t('addMethod')}</Button>}
      tall
      columns={useMethodColumns(open)}
      rowClassName={({ enabled }) => (enabled ? undefined : styles.off)}
      card={(method) => <MethodCard method={method} open={open} />}
      newDrawer={<MethodDrawer onClosed={list.close} />}
      drawer={(method) => <MethodDrawer key={method.id} method={method} onClosed={list.close} />}
    />
  )
}
