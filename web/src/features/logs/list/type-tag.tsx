import { logType } from '@turnpike/contract/usage/log'
import { logsText } from '../logs.text.ts'
import styles from './log-cells.module.css'

export type TypeName = keyof typeof logType | 'unknown'

const names = new Map(Object.entries(logType).map(([name, number]) => [number as number, name as keyof typeof logType]))

/** The type of a row; a number of a newer version is unknown. */
export const typeName = (number: number): TypeName => names.get(number) ?? 'unknown'

export function TypeTag({ type }: { type: number }) {
  const t = logsText.use()
  const name = typeName(type)
  return <span className={`${styles.type} ${styles[name]}`}>{t(name)}</span>
}
