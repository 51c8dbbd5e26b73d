import colours from '../../components/code-card/code-colours.module.css'
import { highlight } from '../../components/code-card/highlight.ts'
import styles from './reference.module.css'

/** Longer texts are shown without colours, which would make the page slow. */
const colouredMax = 20_000

/** JSON, or events of it, in a box that scrolls. */
export function JsonText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts must be scrollable by keyboard
    <pre className={styles.response} tabIndex={0}>
      {text.length > colouredMax
        ? text
        : highlight(text, 'json').map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
            <span key={index} className={colours[kind]}>
              {text}
            </span>
          ))}
    </pre>
  )
}
