import { useText } from '../../lib/text/text.ts'
import { chatLinksText } from './chat-links.text.ts'

/** A receiver of keys in words: a host is its own name, the scheme of an app is not. */
export function useReceiverName(): (receiver: string) => string {
  const t = useText(chatLinksText)
  return (receiver) => (receiver.endsWith('://') ? t('app', { scheme: receiver }) : receiver)
}
