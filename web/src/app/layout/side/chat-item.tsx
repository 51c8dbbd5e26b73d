import { ChevronDown, MessageCircle } from 'lucide-react'
import { type ButtonHTMLAttributes, Suspense, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useConfiguredChats } from '../../../components/chat-links/use-chat-links.ts'
import { lazyComponent } from '../../../lib/browser/lazy-part.ts'
import styles from './side.module.css'
import { sideText } from './side.text.ts'
import { isCurrent } from './side-items.ts'
import { SideMenuItem } from './side-menu-item.tsx'

/** Lazy: Ant's menus are large, and most people keep the side bar open. */
const CollapsedChats = lazyComponent(async () => (await import('./collapsed-chats.tsx')).CollapsedChats)

type ChatItemProps = { collapsed: boolean; onSelect: (() => void) | undefined }

/** Chat: a plain item for one link, and an item that unfolds for several. Collapsed, the links are a menu. */
export function ChatItem({ collapsed, onSelect }: ChatItemProps) {
  const t = sideText.use()
  const { pathname } = useLocation()
  const isHere = isCurrent('chat', pathname)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isHere
  const id = useId()
  const chats = useConfiguredChats() ?? []
  if (chats.length < 2) {
    return (
      <SideMenuItem
        item={{ key: 'chat', path: '/chat' }}
        icon={MessageCircle}
        collapsed={collapsed}
        onSelect={onSelect}
      />
    )
  }
  const shown = isHere ? (pathname.split('/')[2] ?? '0') : undefined
  const links = chats.map(({ name }, index) => ({ name, to: `/chat/${index}`, isShown: shown === String(index) }))
  if (collapsed)
    return (
      <Suspense fallback={<CollapsedButton isHere={isHere} />}>
        <CollapsedChats links={links} selected={pathname} button={<CollapsedButton isHere={isHere} />} />
      </Suspense>
    )
  return (
    <>
      <button
        type="button"
        className={isHere && !isOpen ? `${styles.entry} ${styles.current}` : styles.entry}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        <MessageCircle aria-hidden />
        <span>{t('chat')}</span>
        <ChevronDown className={styles.fold} aria-hidden />
      </button>
      {isOpen && (
        <ul id={id} className={styles.nested}>
          {links.map(({ name, to, isShown }) => (
            <li key={to}>
              <Link
                to={to}
                className={isShown ? `${styles.entry} ${styles.current}` : styles.entry}
                aria-current={isShown ? 'page' : undefined}
                title={name}
                onClick={onSelect}
              >
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type CollapsedButtonProps = { isHere: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

function CollapsedButton({ isHere, ...button }: CollapsedButtonProps) {
  const t = sideText.use()
  return (
    <button
      {...button}
      type="button"
      className={isHere ? `${styles.entry} ${styles.current}` : styles.entry}
      aria-label={t('chat')}
      title={t('chat')}
    >
      <MessageCircle aria-hidden />
    </button>
  )
}
