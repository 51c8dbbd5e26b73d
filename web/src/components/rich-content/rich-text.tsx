import { marked } from 'marked'
import { useMemo } from 'react'
import proseStyles from '../style/prose.module.css'
import styles from './rich-content.module.css'
import { sanitise } from './sanitise.ts'

/** Markdown or HTML, sanitised. */
export function RichText({ text }: { text: string }) {
  const html = useMemo(() => sanitise(marked.parse(text, { async: false, gfm: true })), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only component that shows foreign HTML, after the sanitiser
  return <div className={`${proseStyles.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
}
