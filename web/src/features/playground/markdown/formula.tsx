import { LaterWork, useLaterWork } from './later-work.ts'
import styles from './markdown.module.css'

/** KaTeX is fetched when the first formula appears. Its output is its own: it quotes what it is given and runs nothing. */
const formulas = new LaterWork(async () => {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  const options = { throwOnError: false, trust: false, maxExpand: 200, maxSize: 40 }
  return (text: string, kind: string) => katex.renderToString(text, { ...options, displayMode: kind === 'block' })
}, 500)

/** A formula; its source until KaTeX is there. */
export function Formula({ text, isBlock }: { text: string; isBlock: boolean }) {
  const html = useLaterWork(formulas, text, isBlock ? 'block' : 'inline')
  const className = isBlock ? styles.blockFormula : undefined
  if (html === undefined) return <code className={className}>{text}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that KaTeX made, with `trust` off
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
