import { type KeyboardEvent, useId } from 'react'
import { stored } from '../../lib/browser/stored.ts'
import { useText } from '../../lib/text/text.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './code-card.module.css'
import { codeCardText } from './code-card.text.ts'
import { highlight } from './highlight.ts'
import { type Client, clients, languageOf, modelFor, type SdkLanguage, sdkLanguages, snippet } from './snippets.ts'

const clientNames: Record<Client, string> = { curl: 'curl', openai: 'OpenAI', anthropic: 'Anthropic' }
const languageNames: Record<SdkLanguage, string> = { python: 'Python', javascript: 'Node' }

const oneOf =
  <Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (text: string | null): Choice =>
    choices.find((choice) => choice === text) ?? fallback

const chosenClient = stored<Client>('snippet-client', oneOf(clients, 'openai'))
const chosenLanguage = stored<SdkLanguage>('snippet-language', oneOf(sdkLanguages, 'python'))

const noKey = { shown: 'sk-your-key', copied: 'sk-your-key' }

type CodeCardProps = {
  base: string
  /** The API key: masked on the screen, which other people may see, and whole in the copied code. */
  apiKey?: { shown: string; copied: string }
  /** The models the reader may call, as far as that is known. */
  models?: readonly string[]
  /** For a drawer: the height fits the code. Otherwise it is the same for every client. */
  compact?: boolean
}

/** A first call in the reader's own client and language; the choice is stored. */
export function CodeCard({ base, apiKey = noKey, models = [], compact = false }: CodeCardProps) {
  const t = useText(codeCardText)
  const client = chosenClient.use()
  const language = chosenLanguage.use()
  const id = useId()
  const comments = { theLine: t('theLine'), noVersion: t('noVersion'), model: t('anyModel') }
  const codeWith = (key: string) => snippet(client, language, { base, key, model: modelFor(client, models) }, comments)
  return (
    <section className={compact ? `${styles.card} ${styles.compact}` : styles.card} aria-label={t('snippet')}>
      <div className={styles.bar}>
        <div role="tablist" aria-label={t('client')} className={styles.tabs} onKeyDown={chooseByKey}>
          {clients.map((each) => (
            <button
              key={each}
              id={`${id}-${each}`}
              type="button"
              role="tab"
              aria-selected={each === client}
              aria-controls={`${id}-code`}
              tabIndex={each === client ? 0 : -1}
              onClick={() => chosenClient.set(each)}
            >
              {clientNames[each]}
              {each !== 'curl' && <span className={styles.roomy}> SDK</span>}
            </button>
          ))}
        </div>
        {client !== 'curl' && (
          <fieldset className={styles.languages} aria-label={t('language')}>
            {sdkLanguages.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === language}
                onClick={() => chosenLanguage.set(each)}
              >
                {languageNames[each]}
              </button>
            ))}
          </fieldset>
        )}
        <CopyButton text={codeWith(apiKey.copied)} name={t('snippet')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre id={`${id}-code`} role="tabpanel" aria-labelledby={`${id}-${client}`} tabIndex={0} className={styles.code}>
        {highlight(codeWith(apiKey.shown), languageOf(client, language)).map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
          <span key={index} className={styles[kind]}>
            {text}
          </span>
        ))}
      </pre>
    </section>
  )
}

/** Arrow keys choose the next or the previous tab and focus it. */
function chooseByKey(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const index = (clients.indexOf(chosenClient.get()) + step + clients.length) % clients.length
  chosenClient.set(clients[index] ?? 'openai')
  event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')[index]?.focus()
}
