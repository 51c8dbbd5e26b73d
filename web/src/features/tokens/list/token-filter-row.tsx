import { SearchField } from '../../../components/fields/search-field.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from './tokens.module.css'
import { tokensText } from './tokens.text.ts'
import type { UsedTokenFilters } from './use-token-filters.ts'

/** A text that begins like a key filters by key, any other by name. */
const readEither = (text: string) => (text.startsWith('sk-') ? { keyword: '', key: text } : { keyword: text, key: '' })

/** Name and key, each in its field; on a small screen one field takes either. */
export function TokenFilterRow({ filters: { current, apply } }: { filters: UsedTokenFilters }) {
  const t = useText(tokensText)
  if (useSmallScreen())
    return (
      <div className={styles.filters}>
        <SearchField
          main
          className={styles.search}
          label={t('searchEither')}
          value={current.key || current.keyword}
          onSearch={(text) => apply(readEither(text))}
        />
      </div>
    )
  return (
    <div className={styles.filters}>
      <SearchField
        main
        className={styles.search}
        label={t('searchName')}
        value={current.keyword}
        onSearch={(keyword) => apply({ keyword })}
      />
      <SearchField
        className={styles.searchKey}
        label={t('searchKey')}
        value={current.key}
        onSearch={(key) => apply({ key })}
      />
    </div>
  )
}
