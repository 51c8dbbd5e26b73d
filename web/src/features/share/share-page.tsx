import { useMutation, useQuery } from '@tanstack/react-query'
import { type SharedKey, shareApi } from '@turnpike/contract/identity/share-link'
import { neverExpires } from '@turnpike/contract/identity/token'
import { Button, Skeleton } from 'antd'
import { Eye, Link2Off, TriangleAlert } from 'lucide-react'
import { useParams } from 'react-router'
import { FirstCallSections, KeySection } from '../../components/code-card/key-sections.tsx'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import toneStyles from '../../components/style/tone.module.css'
import { CallError, call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './share.module.css'

const isGone = (error: unknown) => error instanceof CallError && error.code === 'share_link_gone'

/** The page of a share link: a button uses the link up, because chat programs open links for their previews. */
export function SharePage() {
  const t = sharePageText.use()
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
          <p className={`${textStyles.hint} ${styles.note}`}>
            {t('expires')} <RelativeTime seconds={expires_at} />
          </p>
        </>
      )}
    </div>
  )
}

function Gone() {
  const t = sharePageText.use()
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

/** A key that was shared: the key itself, its limits, the address for clients, and an example of a first call. */
function SharedKeyView({ shared }: { shared: SharedKey }) {
  const t = sharePageText.use()
  const key = keyOf(shared)
  return (
    <div className={`${layoutStyles.sections24} ${styles.parts}`}>
      <KeySection isLarge apiKey={key} copyWords={t('copy')}>
        <p className={`${toneStyles.warningTint} ${styles.once}`} role="status">
          <TriangleAlert aria-hidden />
          <span>{t('once')}</span>
        </p>
      </KeySection>
      <dl className={styles.facts}>
        <div>
          <dt>{t('spendingLimit')}</dt>
          <dd>{shared.unlimited_quota ? t('unlimited') : <Money quota={Math.max(0, shared.remain_quota)} />}</dd>
        </div>
        <div>
          <dt>{t('keyExpires')}</dt>
          <dd>{shared.expired_time === neverExpires ? t('never') : <RelativeTime seconds={shared.expired_time} />}</dd>
        </div>
        {shared.models.length > 0 && (
          <div>
            <dt>{t('models')}</dt>
            <dd className={styles.models}>{shared.models.join(', ')}</dd>
          </div>
        )}
      </dl>
      <FirstCallSections isLarge apiKey={key} models={shared.models} />
    </div>
  )
}

const sharePageText = dictionary({
  documentTitle: ['Shared key', '分享的密钥'],
  spendingLimit: ['Spending limit', '消费上限'],
  title: ['A key for {system} from {from}', '{from} 分享给你的 {system} 密钥'],
  lead: [
    'The key is shown once. Have a safe place ready to keep it, such as a password manager.',
    '密钥只显示一次。请先准备好安全的地方保存，例如密码管理器。',
  ],
  expires: ['This link expires', '此链接过期时间：'],
  show: ['Show key', '显示密钥'],
  goneTitle: ['This link shows no key', '此链接无法显示密钥'],
  goneText: [
    'It was used already, was revoked, has expired or is not complete. Ask the sender for a new one.',
    '链接已被使用、已被撤销、已过期或不完整。请向分享者索取新的链接。',
  ],
  copy: ['Copy key', '复制密钥'],
  once: [
    'Copy the key now: it is not shown again. Anyone who has it can spend money with it.',
    '请现在复制密钥，之后不再显示。任何持有它的人都可以用它消费。',
  ],
  keyExpires: ['Key expires', '密钥过期'],
})
