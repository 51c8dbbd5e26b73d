import { Link } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from './empty-state.tsx'
import { stateText } from './state.text.ts'

/** The page exists, but not for this role. */
export function ForbiddenState() {
  const t = useText(stateText)
  return <EmptyState title={t('forbidden')} text={t('forbiddenText')} action={<Link to="/">{t('home')}</Link>} />
}
