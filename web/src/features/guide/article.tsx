import { type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import styles from './article.module.css'
import { guideText } from './guide.text.ts'
import type { GuideContent } from './guide-content.ts'

/** The text of a page, with the list of its paragraphs; opens at the paragraph that the address names. */
export function Article({ content: { headings, html } }: { content: GuideContent }) {
  const t = useText(guideText)
  const { hash, key } = useLocation()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same paragraph leads there again
  useEffect(() => {
    const heading = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (heading) heading.scrollIntoView()
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
        <nav className={styles.headings} aria-label={t('onThisPage')}>
          {headings.map(({ id, text }) => (
            <a key={id} href={`#${id}`}>
              {text}
            </a>
          ))}
        </nav>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the links inside */}
      <article
        className={styles.text}
        onClick={follow}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own handbook, rendered when the app was built
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}
