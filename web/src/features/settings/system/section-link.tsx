import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link to another section of this tab; the edits of this one stay. */
export const SectionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={`?tab=system&section=${to}`}>{children}</Link>
)
