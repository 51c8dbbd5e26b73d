import { Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { guidePages, type GuidePage as PageName } from '../../components/help/guide-pages.ts'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useText } from '../../lib/text/text.ts'
import { Article } from './article.tsx'
import { guideText } from './guide.text.ts'
import styles from './guide-page.module.css'
import { useGuideContent } from './use-guide-content.ts'

const [first] = guidePages

/** The handbook: its pages beside the open one. `/guide` is the first of them. */
export function GuidePage() {
  const t = useText(guideText)
  const { page: asked = first } = useParams()
  const page = guidePages.find((name) => name === asked)
  useDocumentTitle(page ? t(page) : t('missing'))
  const list = useRef<HTMLElement>(null)

  // In a row, the open page may be scrolled out of view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 16 })
  }, [page])

  return (
    <div className={styles.page}>
      <nav ref={list} className={styles.pages} aria-label={t('pages')}>
        {guidePages.map((name) => (
          <Link
            key={name}
            to={`/guide/${name}`}
            data-page={name}
            className={styles.link}
            aria-current={name === page ? 'page' : undefined}
          >
            {t(name)}
          </Link>
        ))}
      </nav>
      {page ? (
        <OpenPage key={page} page={page} />
      ) : (
        <EmptyState
          title={t('missing')}
          text={t('missingText')}
          action={<Link to={`/guide/${first}`}>{t('toFirst')}</Link>}
        />
      )}
    </div>
  )
}

function OpenPage({ page }: { page: PageName }) {
  const t = useText(guideText)
  const { data, error, refetch, isFetching } = useGuideContent(page)
  const next = guidePages[guidePages.indexOf(page) + 1]
  return (
    <div className={styles.content}>
      <h1 className={styles.title}>{t(page)}</h1>
      {data && <Article content={data} />}
      {data && next && (
        <Link to={`/guide/${next}`} className={styles.next}>
          {t('next', { title: t(next) })}
        </Link>
      )}
      {!data && error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
      {!data && !error && <Skeleton className={styles.loading} title={false} paragraph={{ rows: 8 }} />}
    </div>
  )
}
