import { useEffect, useState } from 'react'
import styles from './markdown.module.css'
import { whenFree } from './when-free.ts'

type Render = (text: string, isBlock: boolean) => string
let loading: Promise<Render> | undefined

/** KaTeX is fetched when the first formula appears. Its output is its own: it quotes what it is given and runs nothing. */
const loadKatex = () => {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: katex }]) =>
      (text, displayMode) =>
        katex.renderToString(text, { displayMode, throwOnError: false, trust: false, maxExpand: 200, maxSize: 40 }),
  )
  return loading
}

/** A formula; its source until KaTeX is there. */
export function Formula({ text, isBlock }: { text: string; isBlock: boolean }) {
  const [html, setHtml] = useState<string>()
  useEffect(() => {
    let isGone = false
    let takeBack: (() => void) | undefined
    loadKatex().then(
      (render) => {
        if (!isGone) takeBack = whenFree(() => setHtml(render(text, isBlock)))
      },
      () => {
        loading = undefined // the source stays; the next formula tries again
      },
    )
    return () => {
      isGone = true
      takeBack?.()
    }
  }, [text, isBlock])
  const className = isBlock ? styles.blockFormula : undefined
  if (html === undefined) return <code className={className}>{text}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that KaTeX made, with `trust` off
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
