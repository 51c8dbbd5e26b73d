import { RichContent } from '../../components/rich-content/rich-content.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { DefaultHome } from './default-home.tsx'
import styles from './home.module.css'
import { useHomeContent } from './use-home-content.ts'

/** The administrator's own home page, or ours. */
export function HomePage() {
  useDocumentTitle()
  const { content, isAnswering } = useHomeContent()
  if (content === '') return <DefaultHome isAnswering={isAnswering} />
  return <div className={styles.configured}>{content && <RichContent text={content} />}</div>
}
