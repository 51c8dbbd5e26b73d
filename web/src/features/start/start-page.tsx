import { Button } from 'antd'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { Page } from '../../components/page/page.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { useFirstSteps } from '../../lib/api/first-steps.ts'
import { stepsSkipped } from '../../lib/api/setup.ts'
import { firstPage } from '../../lib/session/first-page.ts'
import styles from './start.module.css'
import { startText } from './start.text.ts'
import { StepCard } from './step-card.tsx'

/** What is left to do until the first call, and the call itself. Administrators land here until it has succeeded. */
export function StartPage() {
  const t = startText.use()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { data: steps, error, refetch, isFetching } = useFirstSteps({ live: true })
  const [wasDone, setWasDone] = useState<boolean>()
  if (steps && wasDone === undefined) setWasDone(steps.has_call)

  // Sign-in leads here before anybody knows whether there is something to do.
  if (wasDone && state?.isLanding) return <Navigate replace to={firstPage()} />
  const skip = () => {
    stepsSkipped.set(true)
    navigate(firstPage())
  }
  return (
    <Page
      title={t('title')}
      facts={steps && (steps.has_call ? t('factsDone') : t('facts'))}
      actions={steps && !steps.has_call && <Button onClick={skip}>{t('skip')}</Button>}
      width="form"
    >
      {steps ? (
        <StepCard steps={steps} />
      ) : (
        error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      )}
      {steps?.has_call && (
        <nav className={styles.afterwards} aria-label={t('afterwards')}>
          <Link to="/playground">{t('playground')}</Link>
          <Link to="/connect">{t('client')}</Link>
          <Link to="/log">{t('log')}</Link>
        </nav>
      )}
    </Page>
  )
}
