import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import textStyles from '../../components/style/text.module.css'
import { language } from '../../lib/browser/preferences.ts'
import styles from './guide.module.css'
import { guideText } from './guide.text.ts'
import { searchGuide } from './search-guide.ts'

/** The paragraphs of the handbook in which the typed words stand. */
export function GuideResults({ typed }: { typed: string }) {
  const t = guideText.use()
  const { data, error, refetch, isFetching } = useWholeGuide()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
  if (!data) return null
  const hits = searchGuide(data, typed)
  return (
    <div className={styles.content}>
      <h1 className={`${textStyles.publicTitle} ${styles.title}`}>{t('results')}</h1>
      <p role="status" className={textStyles.quiet}>
        {hits.length > 0 && t('found', { count: hits.length, typed })}
      </p>
      {hits.length === 0 && <EmptyState title={t('noResults', { typed })} text={t('noResultsText')} />}
      <ul className={styles.hits}>
        {hits.map(({ page, pageTitle, anchor, title, excerpt }) => (
          <li key={`${page}#${anchor}`}>
            <Link to={anchor ? `/guide/${page}#${anchor}` : `/guide/${page}`}>{title}</Link>
            {anchor && <span className={styles.place}>{pageTitle}</span>}
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const texts = { en: () => import('virtual:guide-text/en'), zh: () => import('virtual:guide-text/zh') }

/** Every paragraph of the handbook in the user's language, to search in. */
function useWholeGuide() {
  const spoken = language.use()
  return useQuery({
    queryKey: ['guide', spoken, 'text'],
    queryFn: async () => (await texts[spoken]()).paragraphs,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
