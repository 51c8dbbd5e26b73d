import { role } from '@turnpike/contract/identity/user'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { chatLinksText } from '../../components/chat-links/chat-links.text.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { session } from '../../lib/session/session.ts'
import { chatText } from './chat.text.ts'
import type { Chat } from './use-chat.ts'

/** Why there is no chat to show, and the next step. */
export function UnreadyChat({ chat }: { chat: Exclude<Chat, { state: 'ready' }> }) {
  if (chat.state === 'loading') return null
  if (chat.state === 'failed') return <ErrorState error={chat.error} onRetry={chat.retry} retrying={chat.isRetrying} />
  if (chat.state === 'no-token') return <NoToken />
  return <NotConfigured problem={chat.state} />
}

function NotConfigured({ problem }: { problem: 'none' | 'broken' }) {
  const t = chatText.use()
  const links = chatLinksText.use()
  const mayConfigure = session.use()?.role === role.root
  return (
    <div role="alert">
      <EmptyState
        title={links(problem === 'none' ? 'noChats' : 'badChat')}
        action={mayConfigure && <LinkButton to="/setting?tab=operation&section=chat">{t('settings')}</LinkButton>}
      />
    </div>
  )
}

/** How long the reason can be read before the page of tokens opens. */
const redirectMilliseconds = 1500

function NoToken() {
  const t = chatText.use()
  const navigate = useNavigate()
  const reason = t('noToken')
  useEffect(() => {
    toast.warning(reason)
    const timer = setTimeout(() => navigate('/token', { replace: true }), redirectMilliseconds)
    return () => clearTimeout(timer)
  }, [navigate, reason])
  return <EmptyState title={reason} text={t('toTokens')} />
}
