import type { ReactNode } from 'react'

/** Leads to a page of somebody else, beside this one: the form stays open. */
export const OutsideLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
