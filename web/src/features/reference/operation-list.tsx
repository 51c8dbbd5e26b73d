import { relayReference } from '@turnpike/contract/reference/relay-reference'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SearchField } from '../../components/fields/search-field.tsx'
import navLinkStyles from '../../components/style/nav-link.module.css'
import textStyles from '../../components/style/text.module.css'
import { useWords } from '../../lib/text/words.ts'
import { consolePath, useConsoleMatches } from './console/use-console-document.ts'
import { Method } from './method-path.tsx'
import styles from './reference.module.css'
import { referenceText } from './reference.text.ts'
import { findOperations } from './search.ts'

/** Every operation by group, and the search. On small screens the list is folded until a button opens it. */
export function OperationList({ current }: { current: string | undefined }) {
  const t = referenceText.use()
  const words = useWords()
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const found = findOperations(relayReference, query)
  const ofConsole = useConsoleMatches(query)
  const close = () => setIsOpen(false)
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is the current one
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView, which would scroll the page too.
    if (entry && list.current) list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2
  }, [current])

  const link = (id: string | undefined) => ({
    className: `${navLinkStyles.link} ${styles.link}`,
    'aria-current': id === current ? ('page' as const) : undefined,
    onClick: close,
  })
  return (
    <nav className={styles.list} aria-label={t('endpoints')}>
      <SearchField
        main
        label={t('search')}
        value={query}
        onSearch={(text) => {
          setQuery(text)
          setIsOpen(true)
        }}
      />
      <button type="button" className={styles.unfold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('endpoints')}
        <ChevronDown aria-hidden />
      </button>
      <div ref={list} className={styles.groups} data-open={isOpen || undefined}>
        {query === '' && (
          <Link to="/reference" {...link(undefined)}>
            {t('overview')}
          </Link>
        )}
        {found.map(({ id, title, operations }) => (
          <section key={id}>
            <h2>{words(title)}</h2>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <Link to={`/reference/${operation.id}`} {...link(operation.id)}>
                    <span>{words(operation.title)}</span>
                    <Method method={operation.method} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {query === '' ? (
          <section>
            <h2>{t('consoleApi')}</h2>
            <Link to="/reference/console" {...link('console')}>
              {t('open', { name: t('consoleApi') })}
            </Link>
          </section>
        ) : (
          <>
            {ofConsole.length > 0 && (
              <section>
                <h2>{t('consoleApi')}</h2>
                <ul>
                  {ofConsole.map(({ method, path, summary }) => (
                    <li key={`${method} ${path}`}>
                      <Link to={consolePath(method, path)} {...link(`${method} ${path}`)}>
                        <span>{summary}</span>
                        <Method method={method} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {found.length === 0 && ofConsole.length === 0 && (
              <p className={textStyles.hint} role="status">
                {t('noMatch')}
              </p>
            )}
          </>
        )}
      </div>
    </nav>
  )
}
