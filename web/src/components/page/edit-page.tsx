import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './edit-page.module.css'
import pageStyles from './page.module.css'

const editPageText = dictionary({ back: ['Back', '返回'], beside: ['Summary', '概要'] })

type EditPageProps = {
  title: string
  /** The name of the edited object, for the title of the window: "Edit channel openai-1". */
  object?: string | undefined
  /** The path of the list that the edited object belongs to. */
  backTo: string
  /** The edited object: "#31 Anthropic · main". */
  facts?: ReactNode
  actions?: ReactNode
  /** A card beside the form; below it where the window is narrow. */
  aside?: ReactNode
  /** The save bar. */
  bar?: ReactNode
  /** `FormSection` elements. */
  children: ReactNode
}

/** A page that edits one object: back link, title, form, a card beside it and the save bar below. */
export function EditPage({ title, object, backTo, facts, actions, aside, bar, children }: EditPageProps) {
  const t = editPageText.use()
  useDocumentTitle(object ? `${title} ${object}` : title)
  return (
    <div className={styles.page}>
      <div className={styles.body}>
        <header className={pageStyles.header}>
          <Link to={backTo} className={styles.back} aria-label={t('back')} title={t('back')}>
            <ArrowLeft />
          </Link>
          <h1 className={textStyles.pageTitle}>{title}</h1>
          {facts && <p className={styles.facts}>{facts}</p>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        <div className={styles.columns}>
          <div className={styles.form}>{children}</div>
          {aside && (
            <aside className={styles.aside} aria-label={t('beside')}>
              {aside}
            </aside>
          )}
        </div>
      </div>
      {bar}
    </div>
  )
}
