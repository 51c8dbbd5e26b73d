import { relayReference } from '@turnpike/contract/reference/relay-reference'
import { Link, useParams } from 'react-router'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import { Overview } from './overview.tsx'
import styles from './reference.module.css'
import { referenceText } from './reference.text.ts'
import { useReader } from './use-reader.ts'

const ConsoleOperations = lazyPart(async () => (await import('./console/console-operations.tsx')).ConsoleOperations)

/** The API reference: the relay's operations first, each on a page of its own; behind them the console's API. */
export function ReferencePage() {
  const { operation: id } = useParams()
  const reader = useReader()
  const group = relayReference.find(({ operations }) => operations.some((each) => each.id === id))
  const operation = group?.operations.find((each) => each.id === id)
  return (
    <div className={styles.page}>
      <OperationList current={id} />
      {id === undefined ? (
        <Overview reader={reader} />
      ) : id === 'console' ? (
        <ConsoleOperations />
      ) : group && operation ? (
        <OperationView key={id} operation={operation} group={group} reader={reader} />
      ) : (
        <Missing />
      )}
    </div>
  )
}

function Missing() {
  const t = referenceText.use()
  return (
    <EmptyState title={t('missing')} text={t('missingText')} action={<Link to="/reference">{t('toOverview')}</Link>} />
  )
}
