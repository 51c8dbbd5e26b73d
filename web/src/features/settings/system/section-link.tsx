import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Leads to another section of this tab; what was typed here stays. */
export const SectionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={`?tab=system&section=${to}`}>{children}</Link>
)
