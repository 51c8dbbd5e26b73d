import { useMutation, useQuery } from '@tanstack/react-query'
import { shareApi } from '@turnpike/contract/identity/share-link'
import { Button, Skeleton } from 'antd'
import { Eye, Link2Off } from 'lucide-react'
import { useParams } from 'react-router'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { CallError, call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './share.module.css'
import { sharePageText } from './share.text.ts'
import { SharedKeyView } from './shared-key-view.tsx'

const isGone = (error: unknown) => error instanceof CallError && error.code === 'share_link_gone'

/** The page of a share link: a button uses the link up, because chat programs open links for their previews. */
export function SharePage() {
  const t = useText(sharePageText)
  const toast = useToast()
  const { code = '' } = useParams()
  const system = useStatus()?.system_name || 'Turnpike'
  useDocumentTitle(t('documentTitle'))
  const link = useQuery({
    queryKey: ['shared link', code],
    queryFn: () => call(shareApi.look, { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY, // once the key is shown, the link is gone
    retry: false,
  })
  const reveal = useMutation({
    mutationFn: () => call(shareApi.reveal, { body: { code } }),
    onError: (error) => {
      if (!isGone(error)) toast.error(error.message)
    },
  })

  if (isGone(link.error) || isGone(reveal.error)) return <Gone />
  if (link.error) {
    return (
      <div className={styles.page}>
        <ErrorState error={link.error} onRetry={link.refetch} retrying={link.isFetching} />
      </div>
    )
  }
  if (!link.data) {
    return (
      <div className={styles.page}>
        <Skeleton active paragraph={{ rows: 3 }} />
      </div>
    )
  }
  const { from, expires_at } = link.data
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title', { system, from })}</h1>
      {reveal.data ? (
        <SharedKeyView shared={reveal.data} />
      ) : (
        <>
          <p className={styles.lead}>{t('lead')}</p>
          <Button
            className={styles.show}
            type="primary"
            size="large"
            icon={<Eye />}
            loading={reveal.isPending}
            onClick={() => reveal.mutate()}
          >
            {t('show')}
          </Button>
          <p className={styles.note}>
            {t('expires')} <RelativeTime seconds={expires_at} />
          </p>
        </>
      )}
    </div>
  )
}

function Gone() {
  const t = useText(sharePageText)
  return (
    <div className={`${styles.page} ${styles.gone}`}>
      <span className={styles.tile}>
        <Link2Off aria-hidden />
      </span>
      <h1 className={styles.title}>{t('goneTitle')}</h1>
      <p className={styles.lead}>{t('goneText')}</p>
    </div>
  )
}
