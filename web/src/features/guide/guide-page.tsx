import { Skeleton } from 'antd'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { SearchField } from '../../components/fields/search-field.tsx'
import { guidePages, type GuidePage as PageName } from '../../components/help/guide-pages.ts'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import navLinkStyles from '../../components/style/nav-link.module.css'
import proseStyles from '../../components/style/prose.module.css'
import textStyles from '../../components/style/text.module.css'
import { useFilters } from '../../lib/address/use-filters.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { scrollTo } from '../../lib/browser/scroll-to.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import articleStyles from './guide.module.css'
import { guideText } from './guide.text.ts'
import type { GuideContent } from './guide-content.ts'
import { useGuideContent } from './use-guide-content.ts'

const [first] = guidePages

const GuideResults = lazyPart(async () => (await import('./guide-results.tsx')).GuideResults)

/** The handbook: its pages beside the open one. `/guide` is the first of them. */
export function GuidePage() {
  const t = guideText.use()
  const { page: name = first } = useParams()
  const page = guidePages.find((each) => each === name)
  useDocumentTitle(page ? t(page) : t('missing'))
  const { filters, set } = useFilters(['q'])
  const hasFaq = useStatus()?.has_faq ?? false
  const list = useRef<HTMLElement>(null)

  // In a row, the open page may be scrolled out of view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 16 })
  }, [page])

  return (
    <div className={articleStyles.page}>
      <div className={articleStyles.side}>
        <div className={articleStyles.search}>
          <SearchField main label={t('search')} value={filters.q} onSearch={(q) => set({ q: q.trim() })} />
        </div>
        <nav ref={list} className={articleStyles.pages} aria-label={t('pages')}>
          {guidePages.map((name) => (
            <Link
              key={name}
              to={`/guide/${name}`}
              data-page={name}
              className={`${navLinkStyles.link} ${articleStyles.link}`}
              aria-current={name === page && !filters.q ? 'page' : undefined}
            >
              {t(name)}
            </Link>
          ))}
          {hasFaq && (
            <Link to="/faq" className={`${navLinkStyles.link} ${articleStyles.link}`}>
              {t('faq')}
            </Link>
          )}
        </nav>
      </div>
      {filters.q ? (
        <GuideResults typed={filters.q} />
      ) : page ? (
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
  const t = guideText.use()
  const { data, error, refetch, isFetching } = useGuideContent(page)
  const next = guidePages[guidePages.indexOf(page) + 1]
  return (
    <div className={articleStyles.content}>
      <h1 className={`${textStyles.publicTitle} ${articleStyles.title}`}>{t(page)}</h1>
      {data && <Article content={data} />}
      {data && next && (
        <Link to={`/guide/${next}`} className={articleStyles.next}>
          {t('next', { title: t(next) })}
        </Link>
      )}
      {!data && error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
      {!data && !error && <Skeleton className={layoutStyles.lateBars ?? ''} title={false} paragraph={{ rows: 8 }} />}
    </div>
  )
}

/** The text of a page, with the list of its paragraphs; opens at the paragraph that the address names. */
function Article({ content: { headings, html } }: { content: GuideContent }) {
  const t = guideText.use()
  const { hash, key } = useLocation()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same paragraph leads there again
  useEffect(() => {
    const heading = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    return heading ? scrollTo(heading) : undefined
  }, [hash, key, html])

  /** Links between pages of the handbook open without loading the app again. */
  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/guide/"]') : undefined
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(link.getAttribute('href') ?? '/guide')
  }

  return (
    <>
      {headings.length > 1 && (
        <nav className={articleStyles.headings} aria-label={t('onThisPage')}>
          {headings.map(({ id, text }) => (
            <a key={id} href={`#${id}`}>
              {text}
            </a>
          ))}
        </nav>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the links inside */}
      <article
        className={`${proseStyles.prose} ${articleStyles.text}`}
        onClick={follow}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own handbook, rendered when the app was built
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}
