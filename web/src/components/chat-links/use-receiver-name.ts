import { chatLinksText } from './chat-links.text.ts'

/** A receiver of keys in words: a host is its own name, the scheme of an app is not. */
export function useReceiverName(): (receiver: string) => string {
  const t = chatLinksText.use()
  return (receiver) => (receiver.endsWith('://') ? t('app', { scheme: receiver }) : receiver)
}
