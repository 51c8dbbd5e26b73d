import { Link } from 'react-router'
import { EmptyState } from './empty-state.tsx'
import { stateText } from './state.text.ts'

/** The page exists, but not for this role; `root` where administrators may not open it either. */
export function ForbiddenState({ needs = 'admin' }: { needs?: 'admin' | 'root' }) {
  const t = stateText.use()
  const home = <Link to="/">{t('home')}</Link>
  return needs === 'root' ? (
    <EmptyState isPage title={t('forbiddenRoot')} text={t('forbiddenRootText')} action={home} />
  ) : (
    <EmptyState isPage title={t('forbidden')} text={t('forbiddenText')} action={home} />
  )
}
