import { pageSizes } from '@turnpike/contract/page-sizes'
import { formatCount } from '@turnpike/contract/quota'
import { Pagination, Select } from 'antd'
import { rowsShown } from '../../lib/address/paging.ts'
import { usePaging } from '../../lib/address/use-paging.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './data-table.module.css'

type Shown = { from: string; to: string; total: string }
export type PagerWords = (shown: Shown) => string

const pagerText = dictionary({
  shown: ['{from}–{to} of {total}', '第 {from}–{to} 条，共 {total} 条'],
  pages: ['Pages', '分页'],
  size: ['Rows per page', '每页条数'],
  perPage: ['{size} / page', '{size} 条/页'],
})

type PagerProps = {
  total: number
  words?: PagerWords | undefined
  /** Rows per page where the user cannot choose them. */
  size?: number
}

/** The range of rows shown, and the links to the other pages. */
export function Pager({ total, words, size: fixedSize }: PagerProps) {
  const t = pagerText.use()
  const small = useSmallScreen()
  const { page, size: chosenSize, setPage, setSize } = usePaging()
  const size = fixedSize ?? chosenSize
  const { from, to } = rowsShown(page, size, total)
  const shown = { from: formatCount(from), to: formatCount(to), total: formatCount(total) }
  return (
    <nav className={styles.pager} data-foot aria-label={t('pages')}>
      <span className={textStyles.quietSmall}>{words?.(shown) ?? t('shown', shown)}</span>
      <div className={styles.controls}>
        <Pagination
          current={page}
          total={total}
          pageSize={size}
          showSizeChanger={false}
          simple={small && { readOnly: true }}
          onChange={setPage}
        />
        {!small && fixedSize === undefined && (
          <Select
            size="small"
            aria-label={t('size')}
            value={size}
            options={pageSizes.map((each) => ({ value: each as number, label: t('perPage', { size: each }) }))}
            onChange={setSize}
          />
        )}
      </div>
    </nav>
  )
}
