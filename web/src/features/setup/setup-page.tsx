import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { setupShown, useSetup } from '../../lib/api/setup.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import styles from './setup.module.css'
import { setupText } from './setup.text.ts'
import { SetupForm } from './setup-form.tsx'

/** Where the first password of the super administrator is set. */
export function SetupPage() {
  const t = setupText.use()
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  const { data, error, refetch, isFetching } = useSetup({ code })
  useDocumentTitle(t('title'))
  useEffect(() => setupShown.set(true), [])

  if (error && !data) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
  if (data?.state === 'done') return <Closed title={t('doneTitle')} lead={t('doneLead')} />
  if (data?.state === 'closed')
    return code ? (
      <Closed title={t('badTitle')} text={t('badText')} />
    ) : (
      <Closed title={t('closedTitle')} text={t('closedText')} />
    )
  return (
    <AuthFrame title={t('title')} lead={t('lead')}>
      {data && <SetupForm code={code} maySkip={data.default_sign_in} />}
    </AuthFrame>
  )
}

function Closed({ title, lead, text }: { title: string; lead?: string; text?: string }) {
  const t = setupText.use()
  return (
    <AuthFrame title={title} lead={lead}>
      {text && <StatusMessage kind="warning">{text}</StatusMessage>}
      <div className={styles.next}>
        <LinkButton type="primary" size="large" block to="/login">
          {t('signIn')}
        </LinkButton>
      </div>
    </AuthFrame>
  )
}
