import colours from '../../../components/code-card/code-colours.module.css'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import type { CodePiece } from './highlight-code.ts'
import { inWorker } from './in-worker.ts'
import { LaterWork, useLaterWork } from './later-work.ts'
import styles from './markdown.module.css'
import { markdownText } from './markdown.text.ts'

/** Longer code is shown plain: colouring it would hold up the page. */
const highlightMax = 20_000
/** Lines that are drawn together, so that a growing block draws only its last ones again. */
const chunkLines = 60

const colouring = new LaterWork((code, language) => inWorker<CodePiece[] | undefined>('code', code, language), 200)

type CodeBlockProps = { code: string; language: string; isOpen: boolean }

/** Code with its language, a copy button, and colours once it is complete. */
export function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
  const t = markdownText.use()
  const isColoured = !isOpen && language !== '' && code.length <= highlightMax
  const pieces = useLaterWork(colouring, code, language.toLowerCase(), isColoured)
  return (
    <figure className={`${layoutStyles.framed} ${styles.code}`}>
      <figcaption>
        <span>{language || t('code')}</span>
        <CopyButton text={code} name={t('code')} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre tabIndex={0}>
        <code>{pieces ? <Coloured pieces={pieces} /> : <Plain code={code} />}</code>
      </pre>
    </figure>
  )
}

/** Pieces without a colour are text, not elements: half of all pieces are blanks and names. */
const Coloured = ({ pieces }: { pieces: CodePiece[] }) =>
  pieces.map(({ text, kind }, index) =>
    kind === '' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
      <span key={index} className={colours[kind]}>
        {text}
      </span>
    ),
  )

function Plain({ code }: { code: string }) {
  const lines = code.split('\n')
  if (lines.length <= chunkLines) return code
  const chunks: string[] = []
  for (let at = 0; at < lines.length; at += chunkLines) chunks.push(lines.slice(at, at + chunkLines).join('\n'))
  return chunks.map((chunk, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is known by its place
    <span key={index} className={styles.chunk}>
      {chunk}
      {'\n'}
    </span>
  ))
}
