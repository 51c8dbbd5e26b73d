import { Activity, BookOpen, Code, Keyboard, MessageCircleQuestionMark, MessageSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { useStatus } from '../../../lib/api/status.ts'
import { useHasFaq } from '../../../lib/session/use-has-faq.ts'
import { shortcutsOpen } from '../../shortcuts/shortcuts-state.ts'
import { layoutText } from '../layout.text.ts'

/** Where to read on, and where to ask; `isShort`: as a part of another menu. */
export function HelpEntries({ isShort = false }: { isShort?: boolean }) {
  const t = layoutText.use()
  const feedback = useStatus()?.feedback_link
  const hasFaq = useHasFaq()
  const entries = useRef<HTMLDivElement>(null)
  // The menu is open before its entries are there.
  useEffect(() => {
    if (!isShort) entries.current?.querySelector('a')?.focus()
  }, [isShort])
  return (
    <div ref={entries} role="presentation">
      <MenuEntry icon={<BookOpen aria-hidden />} to="/guide">
        {t('guide')}
      </MenuEntry>
      {hasFaq && (
        <MenuEntry icon={<MessageCircleQuestionMark aria-hidden />} to="/faq">
          {t('faq')}
        </MenuEntry>
      )}
      {!isShort && (
        <>
          <MenuEntry icon={<Code aria-hidden />} to="/reference">
            {t('apiReference')}
          </MenuEntry>
          <MenuEntry icon={<Keyboard aria-hidden />} onSelect={() => shortcutsOpen.set(true)}>
            {t('shortcuts')}
          </MenuEntry>
          <MenuEntry icon={<Activity aria-hidden />} to="/status">
            {t('serviceStatus')}
          </MenuEntry>
          {feedback && (
            <MenuEntry
              icon={<MessageSquare aria-hidden />}
              onSelect={() => void window.open(feedback, '_blank', 'noopener')}
            >
              {t('feedback')}
            </MenuEntry>
          )}
        </>
      )}
    </div>
  )
}
