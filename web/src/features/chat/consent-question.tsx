import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { chatLinksText } from '../../components/chat-links/chat-links.text.ts'
import { useReceiverName } from '../../components/chat-links/use-receiver-name.ts'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { giveConsent } from '../../lib/chat/consents.ts'

type ConsentQuestionProps = { name: string; token: Token; receiver: string }

/** Stands in the place of the chat until the person gives the token's key to its receiver. */
export function ConsentQuestion({ name, token, receiver }: ConsentQuestionProps) {
  const t = chatLinksText.use()
  const shown = useReceiverName()(receiver)
  return (
    <EmptyState
      title={t('question', { token: token.name, receiver: shown })}
      text={t('explanation', { receiver: shown })}
      action={
        <Button type="primary" icon={<KeyRound />} onClick={() => giveConsent(token.id, receiver)}>
          {t('open', { name })}
        </Button>
      }
    />
  )
}
