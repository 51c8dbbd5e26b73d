import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './code-card.module.css'
import { codeCardText } from './code-card.text.ts'
import colours from './code-colours.module.css'
import { type CodeLanguage, highlight } from './highlight.ts'

/** Options of which one is selected. */
type Choices<Value extends string> = {
  /** The name of the choice: "Client". */
  label: string
  list: readonly { value: Value; name: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}

type CodeFrameProps<Tab extends string, Language extends string> = {
  tabs: Choices<Tab>
  languages?: Choices<Language> | undefined
  code: string
  /** The code as it is copied, where it differs from the one on the screen. */
  copied?: string
  syntax: CodeLanguage
  /** For a drawer: the height fits the code. */
  compact?: boolean
}

/** Code under tabs, in one of several languages, with a button that copies it. */
export function CodeFrame<Tab extends string, Language extends string>(props: CodeFrameProps<Tab, Language>) {
  const { tabs, languages, code, copied = code, syntax, compact = false } = props
  const t = codeCardText.use()
  const id = useId()
  return (
    <section className={compact ? `${styles.card} ${styles.compact}` : styles.card} aria-label={t('snippet')}>
      <div className={(languages?.list.length ?? 0) > 2 ? `${styles.bar} ${styles.stacked}` : styles.bar}>
        <div
          role="tablist"
          aria-label={tabs.label}
          className={styles.tabs}
          onKeyDown={(event) => chooseByKey(event, tabs)}
        >
          {tabs.list.map(({ value, name }) => (
            <button
              key={value}
              id={`${id}-${value}`}
              type="button"
              role="tab"
              aria-selected={value === tabs.chosen}
              aria-controls={`${id}-code`}
              tabIndex={value === tabs.chosen ? 0 : -1}
              onClick={() => tabs.onChoose(value)}
            >
              {name}
            </button>
          ))}
        </div>
        {languages && (
          <fieldset className={styles.languages} aria-label={languages.label}>
            {languages.list.map(({ value, name }) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === languages.chosen}
                onClick={() => languages.onChoose(value)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
        <CopyButton text={copied} name={t('snippet')} />
      </div>
      <pre
        id={`${id}-code`}
        role="tabpanel"
        aria-labelledby={`${id}-${tabs.chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard
        tabIndex={0}
        className={styles.code}
      >
        {highlight(code, syntax).map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
          <span key={index} className={colours[kind]}>
            {text}
          </span>
        ))}
      </pre>
    </section>
  )
}

/** Arrow keys choose the next or the previous tab and focus it. */
function chooseByKey<Tab extends string>(
  event: KeyboardEvent<HTMLDivElement>,
  { list, chosen, onChoose }: Choices<Tab>,
) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const index = (list.findIndex(({ value }) => value === chosen) + step + list.length) % list.length
  const next = list[index]
  if (next) onChoose(next.value)
  event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')[index]?.focus()
}
