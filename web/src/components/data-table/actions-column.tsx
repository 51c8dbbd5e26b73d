import type { ReactNode } from 'react'
import textStyles from '../style/text.module.css'

/** The last column of a table. It stays in view, and only screen readers are told its title. */
export const actionsColumn = <Row,>(title: string, width: number, actions: (row: Row) => ReactNode) => ({
  key: 'actions',
  title: <span className={textStyles.unseen}>{title}</span>,
  width,
  fixed: 'end' as const,
  align: 'right' as const,
  render: (_: unknown, row: Row) => actions(row),
})
