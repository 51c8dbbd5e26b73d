import type { ViewList } from '@turnpike/contract/system/saved-view'
import { Button } from 'antd'
import { Bookmark } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useViews } from './use-views.ts'
import { readView, viewQuery } from './view-query.ts'
import styles from './views.module.css'
import { viewsText } from './views.text.ts'

const ViewsPanel = lazyPart(async () => (await import('./views-panel.tsx')).ViewsPanel)

export type ViewColumns = {
  shown: readonly string[]
  /** Shows these columns and hides the others. */
  show: (columns: readonly string[]) => void
}

type ViewsMenuProps = {
  list: ViewList
  /** Present where users choose the columns of the list. */
  columns?: ViewColumns
}

/** The saved views of a list: named queries of its address. The default one is opened where the address has no query. */
export function ViewsMenu({ list, columns }: ViewsMenuProps) {
  const t = viewsText.use()
  const small = useSmallScreen()
  const views = useViews(list)
  const navigate = useNavigate()
  const { search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // Later an empty query means that the user cleared the filters.
  const mayOpenDefault = useRef(search === '')

  function apply(query: string, replace = false) {
    const view = readView(query)
    if (view.columns) columns?.show(view.columns)
    void navigate({ search: view.search }, { replace, preventScrollReset: true })
  }
  const latestApply = useRef(apply)
  useEffect(() => {
    latestApply.current = apply
  })
  useEffect(() => {
    if (search !== '') mayOpenDefault.current = false
    if (!views.data || !mayOpenDefault.current) return
    mayOpenDefault.current = false
    const opened = views.data.find(({ is_default }) => is_default)
    if (opened) latestApply.current(opened.query, true)
  }, [views.data, search])

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    setIsOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const current = viewQuery(search, columns?.shown)
  const chosen = views.data?.find(({ query }) => query === current || query === viewQuery(search))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the Escape of the elements inside arrives here
    <div
      ref={box}
      className={styles.box}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
    >
      <Button
        type={small ? 'text' : 'default'}
        icon={<Bookmark />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={small ? t('views') : undefined}
        title={small ? t('views') : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {!small && <span className={styles.current}>{chosen?.name ?? t('views')}</span>}
      </Button>
      {isOpen && (
        <section id={id} className={styles.panel} aria-label={t('views')}>
          <ViewsPanel
            list={list}
            current={current}
            chosen={chosen?.id}
            onChoose={(query) => {
              apply(query)
              close()
            }}
          />
        </section>
      )}
    </div>
  )
}
