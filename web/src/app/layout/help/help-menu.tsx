import { Activity, BookOpen, CircleHelp, Code, Keyboard, MessageCircleQuestionMark, MessageSquare } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { useStatus } from '../../../lib/api/status.ts'
import { useHasFaq } from '../../../lib/session/use-has-faq.ts'
import { shortcutsOpen } from '../../shortcuts/shortcuts-state.ts'
import { layoutText } from '../layout.text.ts'
import styles from '../top/top-bar.module.css'

/** "?" in the top bar: where to read on, and where to ask. */
export function HelpMenu() {
  const t = layoutText.use()
  const feedback = useStatus()?.feedback_link
  const hasFaq = useHasFaq()
  return (
    <MenuButton label={t('help')} content={<CircleHelp aria-hidden />} className={styles.icon ?? ''}>
      <MenuEntry icon={<BookOpen aria-hidden />} to="/guide">
        {t('guide')}
      </MenuEntry>
      {hasFaq && (
        <MenuEntry icon={<MessageCircleQuestionMark aria-hidden />} to="/faq">
          {t('faq')}
        </MenuEntry>
      )}
      <MenuEntry icon={<Code aria-hidden />} {...linkTo('/reference')}>
        {t('apiReference')}
      </MenuEntry>
      <MenuEntry icon={<Keyboard aria-hidden />} onSelect={() => shortcutsOpen.set(true)}>
        {t('shortcuts')}
      </MenuEntry>
      <MenuEntry icon={<Activity aria-hidden />} to="/status">
        {t('serviceStatus')}
      </MenuEntry>
      {feedback && (
        <MenuEntry icon={<MessageSquare aria-hidden />} onSelect={() => openWindow(feedback)}>
          {t('feedback')}
        </MenuEntry>
      )}
    </MenuButton>
  )
}

/** A page of the console, or one that the server draws. */
const linkTo = (path: string) =>
  path.startsWith('/api/') ? { onSelect: () => window.location.assign(path) } : { to: path }

const openWindow = (address: string) => void window.open(address, '_blank', 'noopener')
