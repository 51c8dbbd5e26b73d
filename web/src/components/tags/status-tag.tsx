import type { ReactNode } from 'react'
import styles from './tags.module.css'

const glyphs = {
  on: <circle cx="4" cy="4" r="3" fill="currentColor" />,
  off: <circle cx="4" cy="4" r="2.5" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  attention: <path d="M4 .8 7.6 7.2H.4z" fill="currentColor" />,
  stopped: <rect x="1" y="1" width="6" height="6" rx=".6" fill="currentColor" />,
  running: <path d="M4 .4 7.6 4 4 7.6.4 4z" fill="currentColor" />,
}

export type StatusKind = keyof typeof glyphs

/** A status as shape, colour and word, so that it can be read without colours. */
export function StatusTag({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={`${styles.tag} ${styles[kind]}`}>
      <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true" focusable="false">
        {glyphs[kind]}
      </svg>
      {children}
    </span>
  )
}
