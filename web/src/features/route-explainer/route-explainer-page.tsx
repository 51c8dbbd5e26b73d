import { role } from '@turnpike/contract/identity/user'
import { useRef, useState } from 'react'
import { Page } from '../../components/page/page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useFilters } from '../../lib/address/use-filters.ts'
import { session } from '../../lib/session/session.ts'
import styles from './route.module.css'
import { routeText } from './route.text.ts'
import { RouteForm } from './route-form.tsx'
import { RouteResult } from './route-result.tsx'
import { requestParts, useExplanation } from './use-explanation.ts'

/** What would happen to a call: allowed or refused, what it costs and, for administrators, where it goes. */
export function RouteExplainerPage() {
  const t = routeText.use()
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const { filters: request, set } = useFilters(requestParts)
  const explained = useExplanation(request)
  const result = useRef<HTMLDivElement>(null)
  // A link that is followed on this page fills in the form anew; a request that the form itself submitted leaves it as it is.
  const address = JSON.stringify(request)
  const [submitted, setSubmitted] = useState(address)
  const [filled, setFilled] = useState(address)
  if (address !== submitted && address !== filled) setFilled(address)
  const { data } = explained
  return (
    <Page title={t('title')} facts={t('intro')}>
      <div className={request.model === '' ? styles.columns : `${styles.columns} ${styles.hasResult}`}>
        <RouteForm
          key={filled}
          request={request}
          isAdmin={isAdmin}
          isBusy={explained.isFetching}
          onSubmit={(next) => {
            setSubmitted(JSON.stringify(next))
            if (requestParts.every((part) => next[part] === request[part])) void explained.refetch()
            else set(next)
            result.current?.scrollIntoView({ block: 'nearest' })
          }}
        />
        <div ref={result} className={styles.result} aria-busy={explained.isFetching}>
          {request.model === '' && (
            <div className={layoutStyles.framed}>
              <EmptyState title={t('emptyTitle')} text={t(isAdmin ? 'emptyText' : 'emptyTextUser')} />
            </div>
          )}
          {explained.isError && (
            <div className={layoutStyles.framed}>
              <ErrorState error={explained.error} onRetry={explained.refetch} retrying={explained.isFetching} />
            </div>
          )}
          {request.model !== '' && !explained.isError && data && <RouteResult explanation={data} />}
        </div>
      </div>
    </Page>
  )
}
