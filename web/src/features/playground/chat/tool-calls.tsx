import { Button, Input } from 'antd'
import { Wrench } from 'lucide-react'
import layoutStyles from '../../../components/style/layout.module.css'
import type { AssistantMessage } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './chat.module.css'

/** Arguments are JSON once they are whole; until then they are shown as they come. */
function printed(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The functions that a model wants called. Nothing is called here: the user types the result of each one. */
export function ToolCalls({ message, isLive }: { message: AssistantMessage; isLive: boolean }) {
  const t = playgroundText.use()
  const { store, terms } = usePlayground()
  const calls = message.tool_calls
  const typed = calls.map((call) => call.typed ?? '')
  const hasResults = calls.every(({ result }) => result !== undefined)
  return (
    <form
      className={styles.calls}
      onSubmit={(event) => {
        event.preventDefault()
        store.sendResults(message, typed, terms())
      }}
    >
      {calls.map((call, index) => (
        <div key={call.id || call.name} className={`${layoutStyles.framed} ${styles.call}`}>
          <p className={styles.callName}>
            <Wrench className={styles.quietIcon} aria-hidden /> {t('toolCall', { name: call.name })}
          </p>
          <pre className={styles.callBody}>{printed(call.arguments)}</pre>
          {hasResults ? (
            <pre className={styles.callBody} title={t('toolResult', { name: call.name })}>
              {call.result}
            </pre>
          ) : (
            !isLive && (
              <Input.TextArea
                aria-label={t('toolResult', { name: call.name })}
                placeholder={t('toolResult', { name: call.name })}
                autoSize={{ minRows: 1, maxRows: 8 }}
                value={typed[index]}
                onChange={({ target }) => store.typeResults(message, typed.with(index, target.value))}
              />
            )
          )}
        </div>
      ))}
      {!isLive && !hasResults && (
        <Button htmlType="submit" size="small">
          {t('sendResults')}
        </Button>
      )}
    </form>
  )
}
