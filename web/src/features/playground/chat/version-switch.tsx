import { ChevronLeft, ChevronRight } from 'lucide-react'
import textStyles from '../../../components/style/text.module.css'
import type { Message } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import { ActionButton } from './action-button.tsx'
import styles from './chat.module.css'

/** Steps through the versions of a message; nothing where there is only one. */
export function VersionSwitch({ message }: { message: Message }) {
  const t = playgroundText.use()
  const { store } = usePlayground()
  const versions = store.versions(message)
  if (versions.length < 2) return null
  const number = versions.findIndex(({ id }) => id === message.id) + 1
  const count = versions.length
  return (
    <span className={`${textStyles.quietSmall} ${styles.versions}`}>
      <ActionButton
        label={t('older')}
        icon={<ChevronLeft />}
        disabled={number === 1}
        onClick={() => store.showVersion(message, -1)}
      />
      <span title={t('version', { number, count })}>
        {number}/{count}
      </span>
      <ActionButton
        label={t('newer')}
        icon={<ChevronRight />}
        disabled={number === count}
        onClick={() => store.showVersion(message, 1)}
      />
    </span>
  )
}
