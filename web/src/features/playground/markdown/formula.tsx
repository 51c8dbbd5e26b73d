import 'katex/dist/katex.min.css'
import { inWorker } from './in-worker.ts'
import { LaterWork, useLaterWork } from './later-work.ts'
import styles from './markdown.module.css'

const fonts = ['1em KaTeX_Main', 'italic 1em KaTeX_Math']
let haveFonts: Promise<unknown> | undefined

/**
 * The style sheet comes with the page, because one that names fonts makes the browser lay out everything again. Formulas come
 * after their fonts, so that a page full of them is not laid out twice.
 */
const formulas = new LaterWork(async (text, kind) => {
  haveFonts ??= Promise.allSettled(fonts.map((font) => document.fonts.load(font)))
  await haveFonts
  return inWorker<string>('formula', text, kind)
}, 500)

/** A formula; its source until KaTeX has set it. */
export function Formula({ text, isBlock }: { text: string; isBlock: boolean }) {
  const html = useLaterWork(formulas, text, isBlock ? 'block' : 'inline')
  const className = isBlock ? styles.blockFormula : undefined
  if (html === undefined) return <code className={className}>{text}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that KaTeX made, with `trust` off
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
