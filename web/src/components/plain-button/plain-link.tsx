import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, classNameOf } from './button-look.ts'

type PlainLinkProps = ButtonLook & {
  to: string
  /** The address is one of the server's, not a page of the console. */
  leaves?: boolean
  children: ReactNode
}

/** A link that looks like a button. */
export function PlainLink({ to, leaves = false, children, ...look }: PlainLinkProps) {
  return (
    <Link to={to} reloadDocument={leaves} className={classNameOf(look)}>
      {children}
    </Link>
  )
}
