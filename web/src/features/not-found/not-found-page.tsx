import { Link } from 'react-router'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './not-found.module.css'

const notFoundText = dictionary({
  title: ['This page does not exist', '页面不存在'],
  text: ['Check the address, or start again from home.', '请检查地址是否正确，或从首页重新开始。'],
  home: ['Back to home', '返回首页'],
})

/** The page of every address that has no route. */
export function NotFoundPage() {
  const t = notFoundText.use()
  useDocumentTitle(t('title'))
  return (
    <div className={styles.page}>
      <EmptyState isPage title={t('title')} text={t('text')} action={<Link to="/">{t('home')}</Link>} />
    </div>
  )
}
