import type { ReactNode } from 'react'

/** A link to another site, in a new window: the form stays open. */
export const OutsideLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
